import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { ExpandSchedule, MaintenanceWindows, StoredSchedule } from "./MaintenanceWindows.ts"

/** The monitors that an occurrence `o` of a window `w` covered, as maintenance times until `until`. */
const periodsOf = (until: string): string => `
  insert into maintenance_period (monitor_id, since, until, window_id)
  select m.id, o.starts_at, ${until}, w.id
  from over o join maintenance_window w on w.id = o.window_id and w.deleted_at is null and not w.is_stopped
  join monitor m on m.account_id = w.account_id and m.deleted_at is null
  where maintenance_covers(w.id, w.covers_account, m.id) and ${until} > o.starts_at
  on conflict do nothing`

/**
 * Removes the occurrences of a window. What has passed of them becomes maintenance time of what the window covers until
 * now. `which`: only the active ones.
 */
export const cutOccurrences = (sql: SqlClient.SqlClient, key: string, which: "all" | "active") =>
  sql`
    with over as (
      delete from maintenance_occurrence o where o.window_id = ${key}::bigint
        and (${which === "all"}::boolean or (o.starts_at <= mon_now() and o.ends_at > mon_now()))
      returning o.window_id, o.starts_at, o.ends_at
    )
    ${sql.literal(periodsOf("least(o.ends_at, mon_now())"))}`

/** Stores occurrences from now on; one that has begun begins now. Returns whether there are any. */
export const insertOccurrences = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  key: string,
  schedule: StoredSchedule,
  expand: ExpandSchedule,
  after: number | null = null
) {
  const [row] = yield* sql<{ now: Date }>`select mon_now() as now`
  const now = row?.now.getTime() ?? 0
  const { occurrences, until } = expand(schedule, now)
  const wanted = occurrences
    .filter(({ startsAt }) => after === null || startsAt >= after)
    .map(({ endsAt, startsAt }) => ({
      starts_at: new Date(Math.max(startsAt, now)).toISOString(),
      ends_at: new Date(endsAt).toISOString()
    }))
  yield* sql`
    insert into maintenance_occurrence (window_id, account_id, starts_at, ends_at)
    select w.id, w.account_id, r.starts_at, r.ends_at
    from maintenance_window w, jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb)
      as r(starts_at timestamptz, ends_at timestamptz)
    where w.id = ${key}::bigint and r.ends_at > r.starts_at
    on conflict (window_id, starts_at) do update set ends_at = greatest(maintenance_occurrence.ends_at, excluded.ends_at)`
  yield* sql`
    update maintenance_window set expanded_until = ${until === null ? "infinity" : new Date(until).toISOString()}::timestamptz
    where id = ${key}::bigint`
  return wanted.length > 0
})

interface ExpiringRow {
  readonly key: string
  readonly starts_at: Date
  readonly minutes: number
  readonly timezone: string
  readonly recurrence: string | null
}

/** A schedule from the columns of a window. */
export const toSchedule = (row: Omit<ExpiringRow, "key">): StoredSchedule => ({
  startsAt: row.starts_at.getTime(),
  minutes: row.minutes,
  timeZone: row.timezone,
  recurrence: row.recurrence
})

export const expiringWindows = (sql: SqlClient.SqlClient): MaintenanceWindows["Service"]["expiring"] =>
  operation("MaintenanceWindows.expiring", function* (days, limit) {
    const rows = yield* sql<ExpiringRow>`
      select w.id::text as key, w.starts_at, w.minutes, w.timezone, w.recurrence from maintenance_window w
      where w.ended_at is null and w.expanded_until < mon_now() + ${days}::int * interval '1 day'
      order by w.expanded_until limit ${limit}`
    return rows.map((row) => ({ key: row.key, schedule: toSchedule(row) }))
  })

export const extendWindow = (sql: SqlClient.SqlClient): MaintenanceWindows["Service"]["extend"] =>
  operation("MaintenanceWindows.extend", function* ({ key }, expand) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<ExpiringRow & { readonly expanded_until: Date }>`
        select w.id::text as key, w.starts_at, w.minutes, w.timezone, w.recurrence, w.expanded_until
        from maintenance_window w
        where w.id = ${key}::bigint and w.ended_at is null and w.expanded_until < 'infinity' for no key update`
        if (row !== undefined) yield* insertOccurrences(sql, key, toSchedule(row), expand, row.expanded_until.getTime())
      })
    )
  })

/** The window itself has ended when it has no occurrence left and gets no others. */
export const settleOccurrences = (sql: SqlClient.SqlClient): MaintenanceWindows["Service"]["settle"] =>
  operation("MaintenanceWindows.settle", function* (limit) {
    const [row] = yield* sql<{ n: number }>`
      with due as materialized (
        select o.window_id, o.starts_at from maintenance_occurrence o
        where o.ends_at <= mon_now() order by o.ends_at limit ${limit} for update skip locked
      ), over as (
        delete from maintenance_occurrence o using due
        where o.window_id = due.window_id and o.starts_at = due.starts_at
        returning o.window_id, o.starts_at, o.ends_at
      ), periods as (${sql.literal(periodsOf("o.ends_at"))})
      select count(*)::int as n from over`
    yield* sql`
      update maintenance_window w set ended_at = mon_now()
      where w.ended_at is null and w.expanded_until = 'infinity'
        and not exists (select from maintenance_occurrence o where o.window_id = w.id)`
    return row?.n ?? 0
  })
