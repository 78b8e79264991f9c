import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { MonitorSchedule } from "./MonitorSchedule.ts"

/**
 * No lease is longer than a check's timeout plus this: the largest margin that can be set, and the time that claims run
 * ahead.
 */
const LONGEST_MARGIN_MS = 900_000

export const databaseNow =
  (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["now"] =>
  () =>
    sql<{ now: Date }>`select mon_now() as now`.pipe(
      Effect.map(([row]) => row?.now.getTime() ?? 0),
      Effect.mapError(storeError("MonitorSchedule.now"))
    )

/**
 * A due time is at most one interval ahead. Repaired due times go back to the monitors' grids, so that they stay evenly
 * distributed. Locked rows are being recorded and get a correct due time anyway.
 */
export const repairDueTimes = (sql: SqlClient.SqlClient): MonitorSchedule["Service"]["repairDueTimes"] =>
  operation("MonitorSchedule.repairDueTimes", function* () {
    const rows = yield* sql`
      with too_late as materialized (
        select monitor_id from monitor_schedule
        where next_at is not null and (
          next_at > mon_now() + interval_ms * interval '1 millisecond'
          or lease_until > mon_now() + (timeout_ms + ${LONGEST_MARGIN_MS}::int) * interval '1 millisecond')
        for update skip locked
      )
      update monitor_schedule s set
        next_at = least(s.next_at, next_on_grid(s.interval_ms, s.phase, mon_now())), lease_until = null, lease_token = null
      from too_late where s.monitor_id = too_late.monitor_id
      returning 1`
    return rows.length
  })
