import { isPublicId, maintenanceLimits, type MaintenanceState, type MaintenanceWindow } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { offsetOf, type Page } from "../sql/Page.ts"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { visibleDomains, visibleMonitors, visiblePages } from "../monitors/statements/visibleMonitors.ts"

/** The start, length and recurrence of a window. Times are milliseconds since the epoch. */
export interface StoredSchedule {
  readonly startsAt: number
  readonly minutes: number
  readonly timeZone: string
  readonly recurrence: string | null
}

/**
 * The occurrences to store, and the time up to which they are complete. `until` is null if there are no further
 * occurrences. Times are milliseconds since the epoch.
 */
export interface StoredExpansion {
  readonly occurrences: ReadonlyArray<{ readonly startsAt: number; readonly endsAt: number }>
  readonly until: number | null
}

/** Calculates the occurrences of a schedule. The implementation is `expandSchedule` of @mon/alerts/maintenance. */
export type ExpandSchedule = (schedule: StoredSchedule, from: number) => StoredExpansion

/** A window whose next occurrences must be stored. The key is internal. */
export interface ExpiringWindow {
  readonly key: string
  readonly schedule: StoredSchedule
}

/** The filter of a list of maintenance windows. */
export interface MaintenancePage {
  readonly page: number
  readonly limit: number
  readonly state?: MaintenanceState
}

interface WindowRow {
  readonly id: string
  readonly name: string
  readonly state: MaintenanceState
  readonly starts_at: Date
  readonly minutes: number
  readonly timezone: string
  readonly recurrence: string | null
  readonly covers_account: boolean
  readonly is_published: boolean
  readonly domain_ids: ReadonlyArray<string>
  readonly url_ids: ReadonlyArray<string>
  readonly heartbeat_ids: ReadonlyArray<string>
  readonly service_ids: ReadonlyArray<string>
  readonly tag_ids: ReadonlyArray<string>
  readonly current_start: Date | null
  readonly current_end: Date | null
  readonly next_start: Date | null
  readonly next_end: Date | null
  readonly can_edit: boolean
  readonly created_at: Date
  readonly ended_at: Date | null
}

/**
 * SQL for whether the caller can see the window `w`. A member sees the windows that cover a monitor that the member can
 * see.
 */
export const visibleWindows = (sql: SqlClient.SqlClient, scope: AccessScope) => {
  const own = sql`w.account_id = ${scope.accountKey}::bigint and w.deleted_at is null`
  return scope.role === "owner"
    ? own
    : sql`${own} and exists (select from monitor_access ma
        join monitor m on m.id = ma.monitor_id and m.deleted_at is null
        where ma.membership_id = ${scope.membershipKey}::bigint and maintenance_covers(w.id, w.covers_account, m.id))`
}

/**
 * SQL for whether the caller can change a window. If the caller is a member, the window must cover only individually
 * chosen monitors, and the member must be allowed to change all of these monitors.
 */
export const canEditWindow = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  scope.role === "owner"
    ? sql`true`
    : sql`(not w.covers_account
        and not exists (select from maintenance_tag t where t.window_id = w.id)
        and not exists (select from maintenance_monitor c join monitor m on m.id = c.monitor_id and m.deleted_at is null
          where c.window_id = w.id and not exists (select from monitor_access ma
            where ma.membership_id = ${scope.membershipKey}::bigint and ma.monitor_id = m.id and ma.can_write)))`

const idsOf = (sql: SqlClient.SqlClient, visible: ReturnType<typeof visibleDomains>) =>
  sql`array(select m.public_id from maintenance_monitor c join monitor m on m.id = c.monitor_id
    where c.window_id = w.id and ${visible} order by m.id)`

/** Selects the columns of a window. The caller may append a `where` clause over `w`. */
const selectWindows = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select w.public_id as id, w.name, w.starts_at, w.minutes, w.timezone, w.recurrence, w.covers_account, w.is_published,
      w.created_at, w.ended_at, ${canEditWindow(sql, scope)} as can_edit,
      case when w.ended_at is not null then 'ended' when w.is_stopped then 'stopped'
        when c.starts_at is not null then 'active' when n.starts_at is not null then 'scheduled' else 'ended' end as state,
      c.starts_at as current_start, c.ends_at as current_end, n.starts_at as next_start, n.ends_at as next_end,
      ${idsOf(sql, visibleDomains(sql, scope))} as domain_ids, ${idsOf(sql, visiblePages(sql, scope))} as url_ids,
      ${idsOf(sql, visibleMonitors(sql, scope, "heartbeat"))} as heartbeat_ids,
      ${idsOf(sql, visibleMonitors(sql, scope, "service"))} as service_ids,
      array(select t.public_id from maintenance_tag c join tag t on t.id = c.tag_id where c.window_id = w.id order by t.id)
        as tag_ids
    from maintenance_window w
    left join lateral (select o.starts_at, o.ends_at from maintenance_occurrence o
      where o.window_id = w.id and o.starts_at <= mon_now() and o.ends_at > mon_now()
      order by o.ends_at desc limit 1) c on true
    left join lateral (select o.starts_at, o.ends_at from maintenance_occurrence o
      where o.window_id = w.id and o.starts_at > mon_now() order by o.starts_at limit 1) n on true`

const occurrence = (startsAt: Date | null, endsAt: Date | null) =>
  startsAt === null || endsAt === null ? null : { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }

const toWindow = (row: WindowRow): MaintenanceWindow => ({
  id: row.id,
  name: row.name,
  state: row.state,
  startsAt: row.starts_at.toISOString(),
  minutes: row.minutes,
  timezone: row.timezone,
  recurrence: row.recurrence,
  wholeAccount: row.covers_account,
  domainIds: row.domain_ids,
  urlIds: row.url_ids,
  heartbeatIds: row.heartbeat_ids,
  serviceIds: row.service_ids,
  tagIds: row.tag_ids,
  published: row.is_published,
  current: row.state === "active" ? occurrence(row.current_start, row.current_end) : null,
  next: row.state === "ended" ? null : occurrence(row.next_start, row.next_end),
  canEdit: row.can_edit,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null
})

export const readWindow = (sql: SqlClient.SqlClient, scope: AccessScope, id: string) =>
  Effect.map(
    sql<WindowRow>`${selectWindows(sql, scope)} where ${visibleWindows(sql, scope)} and w.public_id = ${id}::uuid`,
    ([row]) => (row === undefined ? null : toWindow(row))
  )

export const listWindows = (sql: SqlClient.SqlClient) =>
  operation("MaintenanceWindows.list", function* (scope: AccessScope, wanted: MaintenancePage): Returns<
    Page<MaintenanceWindow>
  > {
    const { limit, page, state } = wanted
    const rows = yield* sql<WindowRow & { readonly total: number }>`
      select *, (count(*) over ())::int as total from (
        ${selectWindows(sql, scope)} where ${visibleWindows(sql, scope)}
          and coalesce(w.ended_at, 'infinity') > mon_now() - ${maintenanceLimits.listedDays}::int * interval '1 day'
      ) x where (${state ?? null}::text is null or state = ${state ?? null}::text)
      order by array_position(array['active', 'scheduled', 'stopped', 'ended'], state), coalesce(current_end, next_start),
        ended_at desc, created_at desc
      limit ${limit} offset ${offsetOf(page, limit)}::bigint`
    return { total: rows[0]?.total ?? 0, items: rows.map(toWindow) }
  })

export const findWindow = (sql: SqlClient.SqlClient) =>
  operation("MaintenanceWindows.find", function* (scope: AccessScope, id: string) {
    return isPublicId(id) ? yield* readWindow(sql, scope, id) : null
  })

/**
 * SQL that stores the occurrences `over` as maintenance periods of the covered monitors. `until` is SQL for the end of
 * a period.
 */
const periodsOf = (until: string): string => `
  insert into maintenance_period (monitor_id, since, until, window_id)
  select m.id, o.starts_at, ${until}, w.id
  from over o join maintenance_window w on w.id = o.window_id and w.deleted_at is null and not w.is_stopped
  join monitor m on m.account_id = w.account_id and m.deleted_at is null
  where maintenance_covers(w.id, w.covers_account, m.id) and ${until} > o.starts_at
  on conflict do nothing`

/**
 * Removes the occurrences of a window. The part of an occurrence that is already over is stored as a maintenance period
 * of the covered monitors. `which` says whether to remove all occurrences, or only active occurrences.
 */
export const cutOccurrences = (sql: SqlClient.SqlClient, key: string, which: "all" | "active") =>
  sql`
    with over as (
      delete from maintenance_occurrence o where o.window_id = ${key}::bigint
        and (${which === "all"}::boolean or (o.starts_at <= mon_now() and o.ends_at > mon_now()))
      returning o.window_id, o.starts_at, o.ends_at
    )
    ${sql.literal(periodsOf("least(o.ends_at, mon_now())"))}`

/**
 * Stores the occurrences of a window from now on. An occurrence that has already begun is stored as if it began now.
 * Returns whether there are any occurrences.
 */
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

export const toSchedule = (row: Omit<ExpiringRow, "key">): StoredSchedule => ({
  startsAt: row.starts_at.getTime(),
  minutes: row.minutes,
  timeZone: row.timezone,
  recurrence: row.recurrence
})

export const expiringWindows = (sql: SqlClient.SqlClient) =>
  operation("MaintenanceWindows.expiring", function* (days: number, limit: number): Returns<
    ReadonlyArray<ExpiringWindow>
  > {
    const rows = yield* sql<ExpiringRow>`
      select w.id::text as key, w.starts_at, w.minutes, w.timezone, w.recurrence from maintenance_window w
      where w.ended_at is null and w.expanded_until < mon_now() + ${days}::int * interval '1 day'
      order by w.expanded_until limit ${limit}`
    return rows.map((row) => ({ key: row.key, schedule: toSchedule(row) }))
  })

export const extendWindow = (sql: SqlClient.SqlClient) =>
  operation("MaintenanceWindows.extend", function* (window: ExpiringWindow, expand: ExpandSchedule) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql<ExpiringRow & { readonly expanded_until: Date }>`
        select w.id::text as key, w.starts_at, w.minutes, w.timezone, w.recurrence, w.expanded_until
        from maintenance_window w
        where w.id = ${window.key}::bigint and w.ended_at is null and w.expanded_until < 'infinity' for no key update`
        if (row !== undefined)
          yield* insertOccurrences(sql, window.key, toSchedule(row), expand, row.expanded_until.getTime())
      })
    )
  })

/**
 * Stores occurrences that are over as maintenance periods. Marks a window as ended if the window has no occurrence left
 * and gets no further occurrences.
 */
export const settleOccurrences = (sql: SqlClient.SqlClient) =>
  operation("MaintenanceWindows.settle", function* (limit: number) {
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
