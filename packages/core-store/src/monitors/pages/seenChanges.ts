import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { unseenChanges } from "../statements/stoppedColumns.ts"
import { visiblePages } from "../statements/visibleMonitors.ts"

/** The part of the requested path that the caller cannot see. */
export type NotThere = "NoMonitor" | "NoChange"

/**
 * SQL for whether the caller has seen the change `c`. A mark on the change itself takes precedence over the mark on all
 * changes up to a certain change.
 */
export const seenColumn = (sql: SqlClient.SqlClient, { userKey }: AccessScope) =>
  sql`coalesce(
      (select s.is_seen from change_seen s where s.user_id = ${userKey}::bigint and s.change_id = c.id),
      c.id <= (select w.through from url_seen w where w.user_id = ${userKey}::bigint and w.monitor_id = c.monitor_id),
      false) as is_seen`

const countOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { userKey }: AccessScope, monitorKey: string) {
  const [row] = yield* sql.unsafe<{ unseen: number }>(unseenChanges("(select $1::bigint as id)", "$2"), [
    monitorKey,
    userKey
  ])
  return row?.unseen ?? 0
})

const monitorKeyOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, id: string) {
  if (!isPublicId(id)) return null
  const [row] = yield* sql<{ key: string }>`
    select m.id::text as key from monitor m where ${visiblePages(sql, scope)} and m.public_id = ${id}::uuid`
  return row?.key ?? null
})

/** Stores the mark only if it differs from the mark on all changes up to a certain change. */
export const markChange = (sql: SqlClient.SqlClient) =>
  operation("Urls.markChange", function* (scope: AccessScope, id: string, changeId: string, isSeen: boolean): Returns<
    number | NotThere
  > {
    const key = yield* monitorKeyOf(sql, scope, id)
    if (key === null) return "NoMonitor" as const
    const found = !isPublicId(changeId)
      ? []
      : yield* sql`
        with target as materialized (
          select c.id, c.id <= coalesce(w.through, 0) as seen_with_all
          from url_change c left join url_seen w on w.user_id = ${scope.userKey}::bigint and w.monitor_id = c.monitor_id
          where c.monitor_id = ${key}::bigint and c.public_id = ${changeId}::uuid
        ), removed as (
          delete from change_seen s using target t
          where s.user_id = ${scope.userKey}::bigint and s.change_id = t.id and t.seen_with_all = ${isSeen}::boolean
        ), added as (
          insert into change_seen (user_id, change_id, is_seen)
          select ${scope.userKey}::bigint, t.id, ${isSeen}::boolean from target t where t.seen_with_all <> ${isSeen}::boolean
          on conflict (user_id, change_id) do update set is_seen = excluded.is_seen
          where change_seen.is_seen <> excluded.is_seen
        )
        select 1 from target`
    return found.length === 0 ? ("NoChange" as const) : yield* countOf(sql, scope, key)
  })

export const markAllChanges = (sql: SqlClient.SqlClient) =>
  operation("Urls.markAllChanges", function* (scope: AccessScope, id: string) {
    const key = yield* monitorKeyOf(sql, scope, id)
    if (key === null) return null
    yield* sql`
        with newest as materialized (
          select c.id from url_change c where c.monitor_id = ${key}::bigint order by c.id desc limit 1
        ), removed as (
          delete from change_seen s using url_change c, newest
          where s.user_id = ${scope.userKey}::bigint and c.id = s.change_id and c.monitor_id = ${key}::bigint and c.id <= newest.id
        )
        insert into url_seen as w (user_id, monitor_id, through)
        select ${scope.userKey}::bigint, ${key}::bigint, newest.id from newest
        on conflict (user_id, monitor_id) do update set through = greatest(w.through, excluded.through)`
    return yield* countOf(sql, scope, key)
  })
