import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"

/** Monitors that one call begins with. */
const MONITORS_AT_ONCE = 50

/**
 * Tables that may have many rows of one monitor, with their keys. Their rows are deleted before the monitor, a bounded
 * number at a time. The rest goes with the monitor. `check_history` and `check_hour` have no foreign key.
 */
const bulkyTables: ReadonlyArray<readonly [table: string, key: string]> = [
  ["check_history", "monitor_id, checked_at"],
  ["check_hour", "monitor_id, hour"],
  ["email_health_history", "monitor_id, checked_at"],
  ["status_period", "monitor_id, since"],
  ["url_change", "id"],
  ["url_screenshot", "id"],
  ["notification", "id"],
  ["incident", "id"]
]

/** Each statement is a transaction of its own: an interrupted call leaves work for the next one. */
export const purgeDeletedMonitors = (sql: SqlClient.SqlClient) =>
  operation("Retention.purgeDeletedMonitors", function* (days: number, limit: number) {
    const doomed = yield* sql<{ key: string }>`
        select id::text as key from monitor where deleted_at < mon_now() - ${days}::int * interval '1 day'
        order by deleted_at limit ${MONITORS_AT_ONCE}`
    if (doomed.length === 0) return 0
    const keys = doomed.map(({ key }) => key)
    let deleted = 0
    for (const [table, key] of bulkyTables) {
      const rows = yield* sql.unsafe(
        `delete from ${table} where (${key}) in (
            select ${key} from ${table} where monitor_id = any($1::bigint[]) limit $2 for update skip locked)
          returning 1`,
        [keys, limit - deleted]
      )
      deleted += rows.length
      if (deleted >= limit) return deleted
    }
    const monitors = yield* sql`
        delete from monitor where id in (
          select id from monitor where id = any(${keys}::bigint[]) for update skip locked)
        returning 1`
    return deleted + monitors.length
  })
