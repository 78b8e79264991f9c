import { argumentsOf, aString, type Kind, listOf, nullable, oneOf, shape } from "@mon/bundled/arguments"
import type { FactKind } from "@mon/model/facts"
import type { ChannelSeverity } from "../channels/ChannelMessage.ts"
import { severityKind } from "../channels/messageKinds.ts"
import { routeTimeKinds } from "./routeKinds.ts"
import type { RouteTimes } from "./RouteTimes.ts"

/**
 * The kinds of facts for which people can choose a route. Recoveries use the route of the alert that they end, and
 * weekly reports have no route.
 */
export type RoutedKind = Exclude<
  FactKind,
  "up" | "recovered" | "email_health_recovery" | "external_resolved" | "weekly_report"
>

/** A rule that sends facts to targets, with the times at which it sends them. */
export interface AlertRoute extends RouteTimes {
  /** The kinds of facts that the route takes. If it is empty, the route takes all kinds. */
  readonly kinds: ReadonlyArray<RoutedKind>
  /** The severities that the route takes. If it is empty, the route takes all severities. */
  readonly severities: ReadonlyArray<ChannelSeverity>
  /** The monitors whose facts the route takes: all monitors, or only the chosen ones. */
  readonly scope: "all" | "chosen"
  /** The ids of the chosen monitors. */
  readonly monitorIds: ReadonlyArray<string>
  /** The tags whose monitors the route also takes. */
  readonly tagIds: ReadonlyArray<string>
}

/** The properties of a fact that decide which route takes it. */
export interface RoutedFact {
  readonly kind: RoutedKind
  readonly severity: ChannelSeverity
  /** The id of the monitor. Null if the fact belongs to no monitor. */
  readonly monitorId: string | null
  /** The ids of the monitor's tags. */
  readonly tagIds: ReadonlyArray<string>
}

const routed: Readonly<Record<RoutedKind, true>> = {
  down: true,
  flapping: true,
  degraded: true,
  page_changed: true,
  dns_changed: true,
  page_error: true,
  checks_stopped: true,
  certificate_expiring: true,
  certificate_invalid: true,
  domain_expiring: true,
  email_health_alert: true,
  external_alert: true
}

/** The kinds of facts for which people can choose a route. */
export const routedKinds = /* @__PURE__ */ Object.keys(routed) as ReadonlyArray<RoutedKind>

const routeKind = (): Kind =>
  shape<AlertRoute>("a route", {
    kinds: listOf(oneOf(...routedKinds)),
    severities: listOf(severityKind()),
    scope: oneOf("all", "chosen"),
    monitorIds: listOf(aString),
    tagIds: listOf(aString),
    ...routeTimeKinds()
  })

const acceptRouteOf = /* @__PURE__ */ argumentsOf("routeOf", () => ({
  routes: listOf(routeKind()),
  fact: shape<RoutedFact>("a fact: an object with kind, severity, monitorId and tagIds", {
    kind: oneOf(...routedKinds),
    severity: severityKind(),
    monitorId: nullable(aString),
    tagIds: listOf(aString)
  })
}))

const isChosen = ({ monitorIds, scope, tagIds }: AlertRoute, fact: RoutedFact): boolean =>
  scope === "all" ||
  (fact.monitorId !== null && monitorIds.includes(fact.monitorId)) ||
  fact.tagIds.some((tag) => tagIds.includes(tag))

/**
 * Returns whether a route takes a fact. A route whose targets no longer exist takes nothing, so that another route
 * takes the alert.
 */
const takes = (route: AlertRoute, fact: RoutedFact): boolean =>
  (route.kinds.length === 0 || route.kinds.includes(fact.kind)) &&
  (route.severities.length === 0 || route.severities.includes(fact.severity)) &&
  route.steps.some(({ targets }) => targets.length > 0) &&
  isChosen(route, fact)

/**
 * Returns the first route that takes a fact. Null if none does. A route without targets takes nothing.
 *
 * @example
 * routeOf([], { kind: "down", severity: "critical", monitorId: "7", tagIds: [] }) // => null
 * routeOf([{ name: "Shops", kinds: ["down"], severities: [], scope: "chosen", monitorIds: [], tagIds: ["shop"], steps: [{ afterMinutes: 0, targets: ["slack"] }], reminderMinutes: null }], { kind: "down", severity: "critical", monitorId: "7", tagIds: ["shop"] })?.name // => "Shops"
 */
export const routeOf = <Route extends AlertRoute>(routes: ReadonlyArray<Route>, fact: RoutedFact): Route | null => {
  acceptRouteOf(routes, fact)
  return routes.find((route) => takes(route, fact)) ?? null
}
