import { isPublicId, maintenanceLimits, type MaintenanceState, type MaintenanceWindow } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { offsetOf } from "../../sql/Page.ts"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { visibleDomains, visibleUrls } from "../monitors/visibleMonitors.ts"
import type { MaintenanceWindows } from "./MaintenanceWindows.ts"

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
  readonly tag_ids: ReadonlyArray<string>
  readonly current_start: Date | null
  readonly current_end: Date | null
  readonly next_start: Date | null
  readonly next_end: Date | null
  readonly can_edit: boolean
  readonly created_at: Date
  readonly ended_at: Date | null
}

/** Windows `w` that the caller can see: a member those that cover a monitor which it can see. */
export const visibleWindows = (sql: SqlClient.SqlClient, scope: AccessScope) => {
  const own = sql`w.account_id = ${scope.accountKey}::bigint and w.deleted_at is null`
  return scope.role === "owner"
    ? own
    : sql`${own} and exists (select from monitor_access ma
        join monitor m on m.id = ma.monitor_id and m.deleted_at is null
        where ma.membership_id = ${scope.membershipKey}::bigint and maintenance_covers(w.id, w.covers_account, m.id))`
}

/** A member changes windows over single monitors that it may change, all of them. */
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

/** The columns of a window; a `where` over `w` may follow. */
const selectWindows = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select w.public_id as id, w.name, w.starts_at, w.minutes, w.timezone, w.recurrence, w.covers_account, w.is_published,
      w.created_at, w.ended_at, ${canEditWindow(sql, scope)} as can_edit,
      case when w.ended_at is not null then 'ended' when w.is_stopped then 'stopped'
        when c.starts_at is not null then 'active' when n.starts_at is not null then 'scheduled' else 'ended' end as state,
      c.starts_at as current_start, c.ends_at as current_end, n.starts_at as next_start, n.ends_at as next_end,
      ${idsOf(sql, visibleDomains(sql, scope))} as domain_ids, ${idsOf(sql, visibleUrls(sql, scope))} as url_ids,
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
  tagIds: row.tag_ids,
  published: row.is_published,
  current: row.state === "active" ? occurrence(row.current_start, row.current_end) : null,
  next: row.state === "ended" ? null : occurrence(row.next_start, row.next_end),
  canEdit: row.can_edit,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null
})

/** A window that the caller can see, as the API returns it. */
export const readWindow = (sql: SqlClient.SqlClient, scope: AccessScope, id: string) =>
  Effect.map(
    sql<WindowRow>`${selectWindows(sql, scope)} where ${visibleWindows(sql, scope)} and w.public_id = ${id}::uuid`,
    ([row]) => (row === undefined ? null : toWindow(row))
  )

export const listWindows = (sql: SqlClient.SqlClient): MaintenanceWindows["Service"]["list"] =>
  operation("MaintenanceWindows.list", function* (scope, { limit, page, state }) {
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

export const findWindow = (sql: SqlClient.SqlClient): MaintenanceWindows["Service"]["find"] =>
  operation("MaintenanceWindows.find", function* (scope, id) {
    return isPublicId(id) ? yield* readWindow(sql, scope, id) : null
  })
