import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { MonitorSchedule } from "./MonitorSchedule.ts"
import { claimDue, ensurePartitions, oldestDueMs, postponeClaims, releaseClaims, withdrawnClaims } from "./claimDue.ts"
import { databaseNow, repairDueTimes } from "./repairDueTimes.ts"
import { recordCheckResults } from "./recordCheckResults.ts"
import { sampleUp } from "./sampleUp.ts"

/** {@link MonitorSchedule} over PostgreSQL. */
export const layerMonitorSchedule: Layer.Layer<MonitorSchedule, never, SqlClient.SqlClient> = Layer.effect(
  MonitorSchedule,
  Effect.map(SqlClient.SqlClient, (sql) =>
    MonitorSchedule.of({
      claim: claimDue(sql),
      withdrawn: withdrawnClaims(sql),
      record: recordCheckResults(sql),
      release: releaseClaims(sql),
      postpone: postponeClaims(sql),
      now: databaseNow(sql),
      repairDueTimes: repairDueTimes(sql),
      sampleUp: sampleUp(sql),
      oldestDueMs: oldestDueMs(sql),
      ensurePartitions: ensurePartitions(sql)
    })
  )
)
