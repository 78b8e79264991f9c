import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Schedule } from "../Schedule.ts"
import { claimDue, ensurePartitions, oldestDueMs, postponeClaims, releaseClaims } from "./claimDue.ts"
import { recordLooks } from "./recordLooks.ts"

/** {@link Schedule} over PostgreSQL. */
export const layerSchedule: Layer.Layer<Schedule, never, SqlClient.SqlClient> = Layer.effect(
  Schedule,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Schedule.of({
      claim: claimDue(sql),
      record: recordLooks(sql),
      release: releaseClaims(sql),
      postpone: postponeClaims(sql),
      oldestDueMs: oldestDueMs(sql),
      ensurePartitions: ensurePartitions(sql)
    }))
)
