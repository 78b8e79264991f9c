import { isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { ComponentDraft, GroupDraft, LayoutDraft, SaveStatusPageResult } from "./StatusPages.ts"

const newId = Effect.gen(function* () {
  return uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
})

/** The keys of monitors or tags of an account by public id; null when an id is not among them. */
const keysOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  table: "monitor" | "tag",
  ids: ReadonlyArray<string>
) {
  const different = [...new Set(ids)]
  if (!different.every(isPublicId)) return null
  // Shared locks: a deletion under way is waited for.
  const rows = yield* sql<{ readonly id: string; readonly key: string }>`
    select public_id::text as id, id::text as key from ${sql(table)}
    where account_id = ${accountKey}::bigint
      and public_id in (select jsonb_array_elements_text(${JSON.stringify(different)}::text::jsonb)::uuid)
      ${table === "monitor" ? sql`and deleted_at is null` : sql``}
    order by id for key share`
  return rows.length === different.length ? new Map(rows.map(({ id, key }) => [id, key])) : null
})

/** The ids of the parts of a page that exist. */
const idsOf = (sql: SqlClient.SqlClient, table: "status_group" | "status_component", pageKey: string) =>
  Effect.map(
    sql<{ readonly id: string }>`select public_id::text as id from ${sql(table)} where page_id = ${pageKey}::bigint`,
    (rows) => new Set(rows.map(({ id }) => id))
  )

/** Writes groups, and returns their ids by the ids of the request. */
const saveGroups = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pageKey: string,
  groups: ReadonlyArray<GroupDraft>
) {
  const known = yield* idsOf(sql, "status_group", pageKey)
  const ids = new Map<string, string>()
  const rows: Array<object> = []
  for (const [position, { description, id, name }] of groups.entries()) {
    const stored = known.has(id) ? id : yield* newId
    ids.set(id, stored)
    rows.push({ id: stored, name, description, position })
  }
  yield* sql`
    delete from status_group where page_id = ${pageKey}::bigint
      and public_id not in (select jsonb_array_elements_text(${JSON.stringify([...ids.values()])}::text::jsonb)::uuid)`
  yield* sql`
    insert into status_group as g (public_id, page_id, name, description, position)
    select x.id, ${pageKey}::bigint, x.name, x.description, x.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as x(id uuid, name text, description text, position int)
    on conflict (public_id) do update set name = excluded.name, description = excluded.description,
      position = excluded.position, updated_at = case when (g.name, g.description) is distinct from
        (excluded.name, excluded.description) then mon_now() else g.updated_at end`
  return ids
})

/** Writes the components without what they are bound to, and returns their ids in the order of the request. */
const saveComponents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pageKey: string,
  components: ReadonlyArray<ComponentDraft>,
  groups: ReadonlyMap<string, string>
) {
  const known = yield* idsOf(sql, "status_component", pageKey)
  const ids = yield* Effect.forEach(components, ({ id }) => (id !== null && known.has(id) ? Effect.succeed(id) : newId))
  const rows = components.map(
    ({ description, groupId, name, onlyIfDegraded, showsMonitors, showsUptime }, position) => ({
      id: ids[position],
      group_id: groupId === null ? null : (groups.get(groupId) ?? null),
      name,
      description,
      position,
      shows_monitors: showsMonitors,
      shows_uptime: showsUptime,
      only_if_degraded: onlyIfDegraded
    })
  )
  yield* sql`
    delete from status_component where page_id = ${pageKey}::bigint
      and public_id not in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::uuid)`
  yield* sql`
    insert into status_component as c (public_id, page_id, group_id, name, description, position, shows_monitors,
      shows_uptime, only_if_degraded)
    select x.id, ${pageKey}::bigint, g.id, x.name, x.description, x.position, x.shows_monitors, x.shows_uptime,
      x.only_if_degraded
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as x(id uuid, group_id uuid, name text, description text,
      position int, shows_monitors boolean, shows_uptime boolean, only_if_degraded boolean)
    left join status_group g on g.public_id = x.group_id and g.page_id = ${pageKey}::bigint
    on conflict (public_id) do update set group_id = excluded.group_id, name = excluded.name,
      description = excluded.description, position = excluded.position, shows_monitors = excluded.shows_monitors,
      shows_uptime = excluded.shows_uptime, only_if_degraded = excluded.only_if_degraded,
      updated_at = case when (c.name, c.description) is distinct from (excluded.name, excluded.description)
        then mon_now() else c.updated_at end`
  return ids
})

/** Binds all components of a page anew. */
const bind = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pageKey: string,
  table: "status_component_monitor" | "status_component_tag",
  column: "monitor_id" | "tag_id",
  rows: ReadonlyArray<{ readonly id: string | undefined; readonly key: string | undefined }>
) {
  yield* sql`
    delete from ${sql(table)} where component_id in (select id from status_component where page_id = ${pageKey}::bigint)`
  yield* sql`
    insert into ${sql(table)} (component_id, ${sql(column)})
    select c.id, x.key from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as x(id uuid, key bigint)
    join status_component c on c.public_id = x.id and c.page_id = ${pageKey}::bigint`
})

type Wrong = Extract<SaveStatusPageResult["_tag"], "NoMonitor" | "NoTag" | "NoGroup">

/** Replaces the groups and components that a request gives; what they refer to in vain, or null. */
export const saveLayout = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  pageKey: string,
  { components, groups }: LayoutDraft
) {
  const stored = yield* idsOf(sql, "status_group", pageKey)
  const groupIds =
    groups === undefined ? new Map([...stored].map((id) => [id, id])) : yield* saveGroups(sql, pageKey, groups)
  if (components === undefined) return null
  if (components.some(({ groupId }) => groupId !== null && !groupIds.has(groupId))) return "NoGroup" satisfies Wrong
  const monitors = yield* keysOf(
    sql,
    scope,
    "monitor",
    components.flatMap(({ monitorIds }) => monitorIds)
  )
  if (monitors === null) return "NoMonitor" satisfies Wrong
  const tags = yield* keysOf(
    sql,
    scope,
    "tag",
    components.flatMap(({ tagIds }) => tagIds)
  )
  if (tags === null) return "NoTag" satisfies Wrong
  const ids = yield* saveComponents(sql, pageKey, components, groupIds)
  const rowsOf = (of: "monitorIds" | "tagIds", keys: ReadonlyMap<string, string>) =>
    components.flatMap((component, place) =>
      [...new Set(component[of])].map((one) => ({ id: ids[place], key: keys.get(one) }))
    )
  yield* bind(sql, pageKey, "status_component_monitor", "monitor_id", rowsOf("monitorIds", monitors))
  yield* bind(sql, pageKey, "status_component_tag", "tag_id", rowsOf("tagIds", tags))
  return null
})
