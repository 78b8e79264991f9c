import type { SqlError } from "effect/sql/SqlError"
import { finalPostStates, isPublicId, type PlanName, Plans, type StatusPage, type StatusPageSummary } from "@mon/model"
import type { ComponentState } from "@mon/status-page"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { planInForce } from "../../monitors/statements/stoppedColumns.ts"
import { olderPages, stoppedBy } from "../../accounts/statusPagePlan.ts"
import { hostColumns, type HostRow, storedHost } from "../storedHost.ts"
import { isPaused, subscriberLimit } from "../subscribers/pageReaders.ts"
import { readComponents, readLinks, type StoredStatusPage } from "./PageLayout.ts"
import { readConditions, stateOfComponent } from "./monitorConditions.ts"
import { inPostedMaintenance, readPosts, shownPosts } from "./shownPosts.ts"

/** A stored page in a list. */
export type StoredStatusPageSummary = Omit<StatusPageSummary, "url">

/**
 * Reads the states of a page's components as readers currently see them, by the public id of the component, in four
 * statements.
 */
export const readStates = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pageKey: string) {
  const [page] = yield* sql<{ readonly accountKey: string; readonly now: Date }>`
    select account_id::text as "accountKey", mon_now() as now from status_page where id = ${pageKey}::bigint`
  if (page === undefined) return new Map<string, ComponentState>()
  const components = yield* readComponents(sql, pageKey)
  const keys = [...new Set(components.flatMap(({ monitorKeys }) => monitorKeys))]
  const rows = yield* readConditions(sql, page.accountKey, keys)
  const conditions = new Map(rows.map((row) => [row.key, row]))
  const maintained = inPostedMaintenance(yield* shownPosts(yield* readPosts(sql, pageKey)), page.now.getTime())
  return new Map(
    components.map((component) => [component.id, stateOfComponent(component, conditions, maintained.has(component.id))])
  )
})

/** SQL for whether the state of a post `s` is final. */
const isOver = `coalesce((select u.state from status_update u where u.post_id = s.id and u.published_at is not null
  order by u.display_at desc, u.id desc limit 1) in (${finalPostStates.map((state) => `'${state}'`).join(", ")}), false)`

const OPEN_POSTS = `(select count(*)::int from status_post s
  where s.page_id = p.id and s.published_at is not null and not ${isOver})`
const DRAFTS = `(select count(*)::int from status_post s
  where s.page_id = p.id and exists (select from status_update u where u.post_id = s.id and u.published_at is null))`

interface SummaryRow extends Omit<StoredStatusPageSummary, "createdAt" | "updatedAt" | "stoppedBy"> {
  readonly key: string
  readonly plan: PlanName
  readonly olderPages: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

interface StoredRow
  extends
    Omit<SummaryRow, "components">,
    Pick<
      StatusPage,
      | "description"
      | "language"
      | "timezone"
      | "accentColor"
      | "headerColor"
      | "hasPassword"
      | "emailDomains"
      | "showsWindowNames"
      | "automaticPosts"
      | "pausedSubscribers"
    > {
  readonly links: unknown
  readonly confirmed: number
  readonly logo: Uint8Array | null
  readonly logoType: string | null
  readonly logoWidth: number | null
  readonly logoHeight: number | null
}

interface ComponentRow extends Omit<StatusPage["components"][number], "state" | "override"> {
  readonly overrideState: NonNullable<StatusPage["components"][number]["override"]>["state"] | null
  readonly overrideAt: Date | null
  readonly overrideBy: string | null
}

const summaryColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`p.id::text as key, p.public_id as id, p.slug, p.name, p.access, ${planInForce} as plan,
    ${olderPages} as "olderPages", ${OPEN_POSTS} as "openPosts", ${DRAFTS} as drafts,
    p.created_at as "createdAt", p.updated_at as "updatedAt"`)

const summary = Effect.fnUntraced(function* <Row extends Omit<SummaryRow, "components">>(row: Row) {
  const { createdAt, olderPages: older, plan, updatedAt, ...rest } = row
  return {
    ...rest,
    stoppedBy: stoppedBy({ olderPages: older, plan }, yield* Plans),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  } as const
})

export const listPages = (sql: SqlClient.SqlClient) =>
  operation("StatusPages.list", function* (scope: AccessScope): Returns<ReadonlyArray<StoredStatusPageSummary>> {
    const rows = yield* sql<SummaryRow>`
        select ${summaryColumns(sql)}, (select count(*)::int from status_component c where c.page_id = p.id) as components
        from status_page p join account a on a.id = p.account_id
        where p.account_id = ${scope.accountKey}::bigint order by p.id`
    return yield* Effect.forEach(rows, (row) =>
      Effect.map(summary(row), ({ key: _key, ...shown }) => shown satisfies StoredStatusPageSummary)
    )
  })

const readLayout = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: string) {
  const groups = yield* sql<StatusPage["groups"][number]>`
    select public_id as id, name, description from status_group where page_id = ${key}::bigint order by position, id`
  const rows = yield* sql<ComponentRow>`
    select c.public_id as id, g.public_id as "groupId", c.name, c.description,
      array(select m.public_id::text from status_component_monitor b join monitor m on m.id = b.monitor_id
        where b.component_id = c.id and m.deleted_at is null order by m.id) as "monitorIds",
      array(select t.public_id::text from status_component_tag b join tag t on t.id = b.tag_id
        where b.component_id = c.id order by t.id) as "tagIds",
      c.shows_monitors as "showsMonitors", c.shows_uptime as "showsUptime", c.only_if_degraded as "onlyIfDegraded",
      c.override_state as "overrideState", c.override_at as "overrideAt", w.email as "overrideBy"
    from status_component c left join status_group g on g.id = c.group_id left join app_user w on w.id = c.override_by
    where c.page_id = ${key}::bigint order by c.position, c.id`
  const states = yield* readStates(sql, key)
  const components = rows.map(({ overrideAt, overrideBy, overrideState, ...row }) => ({
    ...row,
    state: states.get(row.id) ?? ("unknown" as const),
    override:
      overrideState === null || overrideAt === null
        ? null
        : { state: overrideState, at: overrideAt.toISOString(), by: overrideBy }
  }))
  return { groups, components }
})

const readHost = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pageKey: string) {
  const [row] = yield* sql<HostRow>`
    select ${sql.literal(hostColumns(planInForce))} from status_page_host h join account a on a.id = h.account_id
    left join host_proof x on x.account_id = h.account_id and x.hostname = h.hostname
    where h.page_id = ${pageKey}::bigint`
  return row === undefined ? null : storedHost(row, yield* Plans)
})

const logoOf = ({ logo, logoHeight, logoType, logoWidth }: StoredRow): StatusPage["logo"] =>
  logo === null
    ? null
    : {
        data: `data:${logoType};base64,${Buffer.from(logo).toString("base64")}`,
        width: logoWidth ?? 0,
        height: logoHeight ?? 0
      }

export const readStoredPage = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  id: string
): Effect.fn.Return<StoredStatusPage | null, SqlError> {
  if (!isPublicId(id)) return null
  const [row] = yield* sql<StoredRow>`
    select ${summaryColumns(sql)}, p.description, p.language, p.timezone, p.accent_color as "accentColor",
      p.header_color as "headerColor", p.links, p.logo, p.logo_type as "logoType", p.logo_width as "logoWidth",
      p.logo_height as "logoHeight", p.password_hash is not null as "hasPassword", p.email_domains as "emailDomains",
      p.shows_window_names as "showsWindowNames", p.automatic_posts as "automaticPosts",
      (select count(*)::int from status_subscriber s where s.page_id = p.id and s.state = 'confirmed') as confirmed,
      (select count(*)::int from status_subscriber s where s.page_id = p.id and ${sql.literal(isPaused)}) as "pausedSubscribers"
    from status_page p join account a on a.id = p.account_id
    where p.account_id = ${accountKey}::bigint and p.public_id = ${id}::uuid`
  if (row === undefined) return null
  const {
    confirmed: _confirmed,
    key,
    links,
    logo: _logo,
    logoHeight: _h,
    logoType: _t,
    logoWidth: _w,
    ...shown
  } = yield* summary(row)
  const { components, groups } = yield* readLayout(sql, key)
  return {
    ...shown,
    logo: logoOf(row),
    links: readLinks(links),
    host: yield* readHost(sql, key),
    subscribers: Math.min(row.confirmed, yield* subscriberLimit(sql, key)),
    groups,
    components
  } satisfies StoredStatusPage
})

export const findPage = (sql: SqlClient.SqlClient) =>
  operation("StatusPages.find", (scope: AccessScope, id: string) => readStoredPage(sql, scope, id))
