import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Schedule } from "./Schedule.ts"
import { claimDue, ensurePartitions, oldestDueMs, postponeClaims, releaseClaims, withdrawnClaims } from "./claimDue.ts"
import { databaseNow, mendDueTimes } from "./mendDueTimes.ts"
import { recordLooks } from "./recordLooks.ts"

/** {@link Schedule} over PostgreSQL. */
export const layerSchedule: Layer.Layer<Schedule, never, SqlClient.SqlClient> = Layer.effect(
  Schedule,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Schedule.of({
      claim: claimDue(sql),
      withdrawn: withdrawnClaims(sql),
      record: recordLooks(sql),
      release: releaseClaims(sql),
      postpone: postponeClaims(sql),
      now: databaseNow(sql),
      mend: mendDueTimes(sql),
      oldestDueMs: oldestDueMs(sql),
      ensurePartitions: ensurePartitions(sql)
    })
  )
)
