import {
  type AutomaticPosts,
  type ChosenComponentState,
  isPublicId,
  type Language,
  type PlanName,
  type StatusPage,
  type StatusPageAccess,
  StatusPageLink,
  uuidv7
} from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { randomBytes } from "../../sql/Randomness.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { isStopped } from "../../access/stoppedAccount.sql.ts"
import { planInForce } from "../../monitors/statements/stoppedColumns.ts"
import { olderPages } from "../../accounts/statusPagePlan.ts"
import { isProvenHost, leadsHere, olderHosts, type StoredStatusPageHost } from "../storedHost.ts"

/** A logo that Mon has decoded and encoded anew. */
export interface StoredLogo {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** The width in pixels. */
  readonly width: number
  readonly height: number
}

/**
 * A group in a request. `id` is the id of an existing group, or any text by which components of the same request refer
 * to the group.
 */
export interface GroupDraft {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

/** A component in a request. If `id` is null, or is not the id of a component of the page, the component is new. */
export interface ComponentDraft {
  readonly id: string | null
  readonly groupId: string | null
  readonly name: string
  readonly description: string | null
  readonly monitorIds: ReadonlyArray<string>
  readonly tagIds: ReadonlyArray<string>
  readonly showsMonitors: boolean
  readonly showsUptime: boolean
  readonly onlyIfDegraded: boolean
}

/** The fields of a page that a person sets, without its groups and components. */
export interface StatusPageFields {
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly language: Language
  /** The IANA time zone of the page. Null means the caller's time zone. */
  readonly timezone: string | null
  readonly accentColor: string
  readonly headerColor: string | null
  readonly links: StatusPage["links"]
  readonly logo: StoredLogo | null
  readonly access: StatusPageAccess
  readonly passwordHash: string | null
  readonly emailDomains: ReadonlyArray<string>
  readonly showsWindowNames: boolean
  readonly automaticPosts: AutomaticPosts
}

/** The groups and components of a page. If a request has only components, the page keeps its groups. */
export interface LayoutDraft {
  readonly groups?: ReadonlyArray<GroupDraft>
  readonly components?: ReadonlyArray<ComponentDraft>
}

/** A stored page without its address, which depends on where the service runs. */
export type StoredStatusPage = Omit<StatusPage, "host" | "url"> & { readonly host: StoredStatusPageHost | null }

/** The saved page, or the reason why it was not saved. */
export type SaveStatusPageResult =
  | { readonly _tag: "Saved"; readonly page: StoredStatusPage }
  | { readonly _tag: "Absent" }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "SlugTaken" }
  /** The page requires a password but no password is set, or requires certain email domains but lists no domains. */
  | { readonly _tag: "NoPassword" | "NoDomains" }
  /** The account has no such monitor or tag, or a component refers to a group that does not exist. */
  | { readonly _tag: "NoMonitor" | "NoTag" | "NoGroup" }

export interface LayoutGroup {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The keys are internal. */
export interface LayoutComponent {
  readonly key: string
  readonly id: string
  readonly groupId: string | null
  readonly name: string
  readonly description: string | null
  readonly showsMonitors: boolean
  readonly showsUptime: boolean
  readonly onlyIfDegraded: boolean
  readonly overrideState: ChosenComponentState | null
  readonly overrideAt: Date | null
  readonly monitorKeys: ReadonlyArray<string>
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The settings of a page that people have made, whether these settings are stored or not. */
export interface PageLayout {
  /** The internal key of the page. Null if the page is not stored. */
  readonly key: string | null
  readonly accountKey: string
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly language: Language
  readonly timezone: string
  readonly accentColor: string
  readonly headerColor: string | null
  readonly links: ReadonlyArray<typeof StatusPageLink.Type>
  readonly logo: {
    readonly hash: string
    readonly type: string
    readonly width: number
    readonly height: number
  } | null
  readonly showsWindowNames: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly groups: ReadonlyArray<LayoutGroup>
  readonly components: ReadonlyArray<LayoutComponent>
}

interface PageGate {
  readonly access: StatusPageAccess
  readonly passwordHash: string | null
  readonly emailDomains: ReadonlyArray<string>
  readonly version: number
  readonly plan: PlanName
  readonly olderPages: number
  /** The custom host name of the page. Null if there is no host name, or if the host name is not proven. */
  readonly hostname: string | null
  readonly leadsHere: boolean
  /**
   * The number of host names in the account that are older than the host name of the page. Null for a page without a
   * host name.
   */
  readonly olderHosts: number | null
  readonly now: Date
}

interface PageRow extends Omit<PageLayout, "links" | "logo" | "groups" | "components" | "key">, PageGate {
  readonly key: string
  readonly links: unknown
  readonly logoHash: string | null
  readonly logoType: string | null
  readonly logoWidth: number | null
  readonly logoHeight: number | null
}

const decodeLinks = Schema.decodeUnknownOption(Schema.Array(StatusPageLink))

/** Returns an empty list if another release stored the links in a different form. */
export const readLinks = (stored: unknown): ReadonlyArray<typeof StatusPageLink.Type> => {
  const read = decodeLinks(stored)
  return read._tag === "Some" ? read.value : []
}

/** SQL for the monitors to which a component `c` of an account is bound, individually or by a tag. */
const boundMonitors = `array(
  select m.id::text from monitor m where m.deleted_at is null and m.account_id = p.account_id and (
    m.id in (select b.monitor_id from status_component_monitor b where b.component_id = c.id)
    or m.id in (select mt.monitor_id from status_component_tag b join monitor_tag mt on mt.tag_id = b.tag_id
      where b.component_id = c.id))
  order by m.id)`

export const readComponents = (sql: SqlClient.SqlClient, pageKey: string) =>
  sql<LayoutComponent>`
    select c.id::text as key, c.public_id as id, g.public_id as "groupId", c.name, c.description,
      c.shows_monitors as "showsMonitors", c.shows_uptime as "showsUptime", c.only_if_degraded as "onlyIfDegraded",
      c.override_state as "overrideState", c.override_at as "overrideAt", ${sql.literal(boundMonitors)} as "monitorKeys",
      c.created_at as "createdAt", c.updated_at as "updatedAt"
    from status_component c join status_page p on p.id = c.page_id left join status_group g on g.id = c.group_id
    where c.page_id = ${pageKey}::bigint order by c.position, c.id`

/** `which` is a condition on the page `p`. */
export const readPage = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, which: Fragment) {
  const [row] = yield* sql<PageRow>`
    select p.id::text as key, p.account_id::text as "accountKey", p.public_id as id, p.slug, p.name, p.description,
      p.language, p.timezone, p.accent_color as "accentColor", p.header_color as "headerColor", p.links,
      p.logo_hash as "logoHash", p.logo_type as "logoType", p.logo_width as "logoWidth", p.logo_height as "logoHeight",
      p.shows_window_names as "showsWindowNames", p.created_at as "createdAt", p.updated_at as "updatedAt",
      p.access, p.password_hash as "passwordHash", p.email_domains as "emailDomains", p.version,
      ${sql.literal(planInForce)} as plan, ${sql.literal(olderPages)} as "olderPages",
      h.hostname, ${sql.literal(leadsHere)} as "leadsHere",
      case when h.id is not null then ${sql.literal(olderHosts)} end as "olderHosts",
      mon_now() as now
    from status_page p join account a on a.id = p.account_id
    left join status_page_host h on h.page_id = p.id and ${sql.literal(isProvenHost)}
    where ${which} and not ${sql.literal(isStopped("a"))}`
  if (row === undefined) return null
  const groups = yield* sql<LayoutGroup>`
    select public_id as id, name, description, created_at as "createdAt", updated_at as "updatedAt"
    from status_group where page_id = ${row.key}::bigint order by position, id`
  const components = yield* readComponents(sql, row.key)
  const { access, emailDomains, links, logoHash, logoHeight, logoType, logoWidth, olderPages: older, ...page } = row
  const { hostname, leadsHere: leads, now, olderHosts: olderNames, passwordHash, plan, version, ...rest } = page
  const layout: PageLayout = {
    ...rest,
    links: readLinks(links),
    logo:
      logoHash === null
        ? null
        : { hash: logoHash, type: logoType ?? "", width: logoWidth ?? 0, height: logoHeight ?? 0 },
    groups,
    components
  }
  const gate: PageGate = {
    access,
    passwordHash,
    emailDomains,
    version,
    plan,
    olderPages: older,
    hostname,
    leadsHere: leads,
    olderHosts: olderNames,
    now
  }
  return { layout, gate }
})

const newId = Effect.gen(function* () {
  return uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
})

/**
 * Returns the internal keys of an account's monitors or tags by public id. Returns null if one of the ids does not
 * belong to the account.
 */
const keysOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  table: "monitor" | "tag",
  ids: ReadonlyArray<string>
) {
  const different = [...new Set(ids)]
  if (!different.every(isPublicId)) return null
  // The shared locks wait for deletions that are in progress.
  const rows = yield* sql<{ readonly id: string; readonly key: string }>`
    select public_id::text as id, id::text as key from ${sql(table)}
    where account_id = ${accountKey}::bigint
      and public_id in (select jsonb_array_elements_text(${JSON.stringify(different)}::text::jsonb)::uuid)
      ${table === "monitor" ? sql`and deleted_at is null` : sql``}
    order by id for key share`
  return rows.length === different.length ? new Map(rows.map(({ id, key }) => [id, key])) : null
})

const idsOf = (sql: SqlClient.SqlClient, table: "status_group" | "status_component", pageKey: string) =>
  Effect.map(
    sql<{ readonly id: string }>`select public_id::text as id from ${sql(table)} where page_id = ${pageKey}::bigint`,
    (rows) => new Set(rows.map(({ id }) => id))
  )

/** Returns the stored ids of the groups by the ids in the request. */
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

/**
 * Writes the components, without the monitors and tags to which they are bound. Returns the ids of the components in
 * the order of the request.
 */
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

/**
 * Replaces the groups and components that a request contains. Returns the kind of reference that does not exist, or
 * null.
 */
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
