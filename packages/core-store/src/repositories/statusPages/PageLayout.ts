import {
  type ChosenComponentState,
  type Language,
  type PlanName,
  StatusPageLink,
  type StatusPageAccess
} from "@mon/model"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { isStopped } from "../access/stoppedAccount.sql.ts"
import { planInForce } from "../monitors/planLimits.sql.ts"
import { olderPages } from "../plans/statusPagePlan.ts"
import { isProvenHost, leadsHere, olderHosts } from "../statusPageHosts/storedHost.ts"

/** A group as a document needs it. */
export interface LayoutGroup {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A component as a document needs it, with the internal keys of all monitors that it is bound to. */
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

/** What people decided of a page, stored or not. */
export interface PageLayout {
  /** Null: the page is not stored. */
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

/** What decides who gets a stored page. */
interface PageGate {
  readonly access: StatusPageAccess
  readonly passwordHash: string | null
  readonly emailDomains: ReadonlyArray<string>
  readonly version: number
  readonly plan: PlanName
  readonly olderPages: number
  /** The own host name that is proven, or null. */
  readonly hostname: string | null
  readonly leadsHere: boolean
  /** Null without a host name. */
  readonly olderHosts: number | null
  /** The time of the database. */
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

/** Links of a JSON column; none if another release wrote them in another form. */
export const readLinks = (stored: unknown): ReadonlyArray<typeof StatusPageLink.Type> => {
  const read = decodeLinks(stored)
  return read._tag === "Some" ? read.value : []
}

/** The monitors that a component `c` of an account is bound to, by themselves or by a tag. */
const boundMonitors = `array(
  select m.id::text from monitor m where m.deleted_at is null and m.account_id = p.account_id and (
    m.id in (select b.monitor_id from status_component_monitor b where b.component_id = c.id)
    or m.id in (select mt.monitor_id from status_component_tag b join monitor_tag mt on mt.tag_id = b.tag_id
      where b.component_id = c.id))
  order by m.id)`

/** The components of a stored page, in their order, with what they are bound to. */
export const readComponents = (sql: SqlClient.SqlClient, pageKey: string) =>
  sql<LayoutComponent>`
    select c.id::text as key, c.public_id as id, g.public_id as "groupId", c.name, c.description,
      c.shows_monitors as "showsMonitors", c.shows_uptime as "showsUptime", c.only_if_degraded as "onlyIfDegraded",
      c.override_state as "overrideState", c.override_at as "overrideAt", ${sql.literal(boundMonitors)} as "monitorKeys",
      c.created_at as "createdAt", c.updated_at as "updatedAt"
    from status_component c join status_page p on p.id = c.page_id left join status_group g on g.id = c.group_id
    where c.page_id = ${pageKey}::bigint order by c.position, c.id`

/** A stored page in three statements. `which`: a condition on the page `p`. */
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
