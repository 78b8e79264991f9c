import { isPublicId, Plans, type StatusPageAccess, statusPageHostUrl } from "@mon/model"
import {
  componentDays,
  type ComponentGroup,
  componentState,
  type MonitorDay,
  type StatusComponent,
  type StatusPageDocument,
  type StatusPageLogo,
  type StatusPost,
  type StatusWindow,
  uptimePercentOf
} from "@mon/status-page"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import { stoppedBy } from "../../accounts/statusPagePlan.ts"
import { type ServedHost, servedHost } from "../storedHost.ts"
import { type LayoutComponent, type PageLayout, readPage } from "./PageLayout.ts"
import { inTurns } from "./inTurns.ts"
import {
  conditionOf,
  type ConditionRow,
  monitorsOf,
  readConditions,
  readDays,
  stateOfComponent,
  stateSince
} from "./monitorConditions.ts"
import { inPostedMaintenance, readPosts, readWindows, shownPosts, shownWindows } from "./shownPosts.ts"

/** A page as it is served to readers, with the facts that decide who may read it. */
export interface ServedStatusPage {
  readonly document: StatusPageDocument
  readonly access: StatusPageAccess
  /** The hash of the password. Null if the page requires no password. */
  readonly passwordHash: string | null
  readonly emailDomains: ReadonlyArray<string>
  /**
   * The reason why readers do not get the page. `plan` means that the plan allows fewer pages. Null if readers get the
   * page.
   */
  readonly stoppedBy: "plan" | null
  /** The version of the page. Each change by a person increments the version. */
  readonly version: number
  /** The custom host name of the page. Null if there is no host name, or if the host name is not proven. */
  readonly host: ServedHost | null
  /**
   * The address of the page at the service, without a trailing slash. This address works as long as the page exists,
   * even if the page has a host name.
   */
  readonly serviceUrl: string
}

export interface DocumentFacts {
  readonly nowMs: number
  readonly conditions: ReadonlyMap<string, ConditionRow>
  readonly days: ReadonlyMap<string, ReadonlyArray<MonitorDay>>
  readonly windows: ReadonlyArray<StatusWindow>
  readonly posts: ReadonlyArray<StatusPost>
}

const places = ({ components, groups }: Pick<PageLayout, "components" | "groups">) => {
  const ofGroup = new Map<string, number>()
  const ofComponent = new Map<string, number>()
  const inGroup = new Map<string, number>()
  let top = 0
  for (const { groupId, id } of components) {
    if (groupId === null) ofComponent.set(id, ++top)
    else {
      if (!ofGroup.has(groupId)) ofGroup.set(groupId, ++top)
      const place = (inGroup.get(groupId) ?? 0) + 1
      inGroup.set(groupId, place)
      ofComponent.set(id, place)
    }
  }
  for (const { id } of groups) if (!ofGroup.has(id)) ofGroup.set(id, ++top)
  return { ofGroup, ofComponent }
}

/**
 * Sorts components into the order in which readers see the components, so that the components of a group follow each
 * other.
 */
const inOrder = (components: ReadonlyArray<LayoutComponent>): ReadonlyArray<LayoutComponent> => {
  const groups = new Map<string, Array<LayoutComponent>>()
  const top: Array<Array<LayoutComponent>> = []
  for (const component of components) {
    const { groupId } = component
    const group = groupId === null ? undefined : groups.get(groupId)
    if (group !== undefined) group.push(component)
    else {
      const started = [component]
      top.push(started)
      if (groupId !== null) groups.set(groupId, started)
    }
  }
  return top.flat()
}

const isContentType = (type: string): type is StatusPageLogo["contentType"] =>
  type === "image/png" || type === "image/jpeg" || type === "image/webp"

const logoOf = (logo: PageLayout["logo"]): StatusPageLogo | null =>
  logo !== null && isContentType(logo.type)
    ? { hash: logo.hash, contentType: logo.type, width: logo.width, height: logo.height }
    : null

const newest = (...times: ReadonlyArray<string | Date | null>): string =>
  new Date(Math.max(...times.map((time) => (time === null ? 0 : new Date(time).getTime())))).toISOString()

/**
 * Makes the document of a page at an address. The only facts about single monitors in the document are names, and only
 * the names that the owner has chosen to show. A component with thousands of monitors takes some milliseconds, so other
 * work can run between components.
 */
export const composeDocument = Effect.fnUntraced(function* (
  layout: PageLayout,
  facts: DocumentFacts,
  url: string
): Effect.fn.Return<StatusPageDocument> {
  const { conditions, days, nowMs, posts, windows } = facts
  const position = places(layout)
  const maintained = inPostedMaintenance(posts, nowMs)

  const shown = (component: LayoutComponent): StatusComponent => {
    const { createdAt, description, groupId, id, monitorKeys, name, onlyIfDegraded, overrideState, updatedAt } =
      component
    const state = stateOfComponent(component, conditions, maintained.has(id))
    const counted =
      component.showsUptime && monitorKeys.length > 0
        ? componentDays(
            monitorKeys.flatMap((key) => {
              const ofMonitor = days.get(key)
              return ofMonitor === undefined ? [] : [ofMonitor]
            }),
            nowMs
          )
        : null
    return {
      id,
      groupId,
      name,
      description,
      position: position.ofComponent.get(id) ?? 1,
      state,
      stateSince: stateSince(component, state, conditions)?.toISOString() ?? null,
      isOverridden: overrideState !== null,
      isShownOnlyIfDegraded: onlyIfDegraded,
      monitors: component.showsMonitors
        ? monitorsOf(component, conditions).map((row) => ({
            name: row.name,
            state: componentState({ override: null, isInPostedMaintenance: false, monitors: [conditionOf(row)] })
          }))
        : [],
      days: counted,
      uptimePercent: counted === null ? null : uptimePercentOf(counted),
      startDate: counted?.[0]?.date ?? null,
      createdAt: createdAt.toISOString(),
      updatedAt: newest(updatedAt, component.overrideAt)
    }
  }

  const group = ({ createdAt, description, id, name, updatedAt }: PageLayout["groups"][number]): ComponentGroup => ({
    id,
    name,
    description,
    position: position.ofGroup.get(id) ?? 1,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  })

  const components = yield* inTurns(inOrder(layout.components), 1, shown)
  return {
    id: layout.id,
    slug: layout.slug,
    name: layout.name,
    description: layout.description,
    language: layout.language,
    timeZone: layout.timezone,
    url,
    colors: { accent: layout.accentColor, header: layout.headerColor },
    logo: logoOf(layout.logo),
    links: layout.links,
    groups: layout.groups.map(group),
    components,
    posts,
    windows,
    createdAt: layout.createdAt.toISOString(),
    updatedAt: newest(
      layout.updatedAt,
      ...components.flatMap(({ stateSince: since, updatedAt }) => [since, updatedAt]),
      ...posts.map(({ updatedAt }) => updatedAt),
      ...windows.map(({ updatedAt }) => updatedAt)
    )
  }
})

/** Uses four statements, or three if the page is not stored. */
export const readFacts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, layout: PageLayout, nowMs: number) {
  const keys = [...new Set(layout.components.flatMap(({ monitorKeys }) => monitorKeys))]
  const conditions = yield* readConditions(sql, layout.accountKey, keys)
  const days = yield* readDays(sql, keys)
  const windows = yield* readWindows(sql, layout.accountKey, keys)
  const posts = layout.key === null ? [] : yield* readPosts(sql, layout.key)
  return {
    nowMs,
    conditions: new Map(conditions.map((row) => [row.key, row])),
    days,
    windows: yield* shownWindows(windows, layout.components, layout.showsWindowNames),
    posts: yield* shownPosts(posts)
  } satisfies DocumentFacts
})

export const pageUrl = (base: string, slug: string): string => `${base}/s/${slug}`

export const readDocument = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPageDocuments.document",
    function* (
      page: { readonly slug: string } | { readonly id: string },
      base: string
    ): Returns<ServedStatusPage | null> {
      if ("id" in page && !isPublicId(page.id)) return null
      const found = yield* readPage(
        sql,
        "id" in page ? sql`p.public_id = ${page.id}::uuid` : sql`p.slug = ${page.slug}`
      )
      if (found === null) return null
      const { gate, layout } = found
      const plans = yield* Plans
      const host = servedHost(gate, plans)
      const serviceUrl = pageUrl(base, layout.slug)
      const url = host?.isActive === true && host.leadsHere ? statusPageHostUrl(base, host.hostname) : serviceUrl
      return {
        document: yield* composeDocument(layout, yield* readFacts(sql, layout, gate.now.getTime()), url),
        access: gate.access,
        passwordHash: gate.access === "password" ? gate.passwordHash : null,
        emailDomains: gate.emailDomains,
        stoppedBy: stoppedBy(gate, plans),
        version: gate.version,
        host,
        serviceUrl
      }
    }
  )
