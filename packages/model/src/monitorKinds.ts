import type { RoutedFactKind } from "./AlertRoute.ts"
import type { PlanLimits } from "./Plan.ts"

type NumberOf<Limits> = { [Name in keyof Limits]: Limits[Name] extends number ? Name : never }[keyof Limits]

interface KindOfMonitor {
  /** The code of the kind in the store, which never changes. */
  readonly code: number
  /** The plural name of the kind in paths, configuration files and the names of operations. */
  readonly plural: string
  /** The noun for one monitor of the kind in sentences. `nouns` is the plural. */
  readonly noun: string
  readonly nouns: string
  /** The noun and its plural in German, for a kind whose screens are generated from its fields. */
  readonly german?: { readonly noun: string; readonly nouns: string }
  /** The form of the noun that is used before another noun, as in "URL ids". */
  readonly short: string
  /**
   * The states that checks give a monitor, with their codes in the store. `unknown` is 0 and means that no check has
   * had a verdict.
   */
  readonly states: Readonly<Record<string, number>>
  /** The state of a monitor whose checks fail. In all other states except `unknown`, the monitor is available. */
  readonly failed: string
  /** Whether a failure opens an incident. Only kinds with incidents have an uptime, a timeline and daily summaries. */
  readonly hasIncidents: boolean
  /** The field of a webhook's body that contains the monitor. */
  readonly payload: string
  /** The path segment of the dashboard's addresses for the kind. */
  readonly screens: string
  /** The kinds of alerts about the monitor. The first one is the most important. */
  readonly alerts: ReadonlyArray<RoutedFactKind>
  /**
   * The field with the address that Mon checks at an interval: the `url` of a new monitor, or a setting that may
   * change. Null: Mon checks nothing, because monitors of the kind only wait for requests.
   */
  readonly address: "url" | "check" | null
  /**
   * The names of the plan's limits for the number of monitors and for the shortest interval in seconds. A null interval
   * means that people cannot set an interval for this kind.
   */
  readonly plan: { readonly count: NumberOf<PlanLimits>; readonly interval: NumberOf<PlanLimits> | null }
}

/**
 * All kinds of monitors. Code for all kinds is derived from this list and from `monitorFields`. The fields are in
 * another file, so that programs that only name a kind do not have to load them.
 */
export const monitorKinds = {
  domain: {
    code: 1,
    plural: "domains",
    noun: "domain",
    nouns: "domains",
    short: "domain",
    states: { unknown: 0, up: 1, down: 2 },
    failed: "down",
    hasIncidents: true,
    payload: "domain",
    screens: "domains",
    alerts: [
      "down",
      "degraded",
      "flapping",
      "dns_changed",
      "certificate_expiring",
      "certificate_invalid",
      "domain_expiring",
      "email_health_alert",
      "checks_stopped"
    ],
    address: "url",
    plan: { count: "domainMonitors", interval: "minDomainIntervalSeconds" }
  },
  url: {
    code: 2,
    plural: "urls",
    noun: "URL monitor",
    nouns: "URL monitors",
    short: "URL",
    states: { unknown: 0, active: 1, changed: 2, error: 3 },
    failed: "error",
    hasIncidents: false,
    payload: "urlMonitor",
    screens: "pages",
    alerts: ["page_changed", "page_error", "degraded", "checks_stopped"],
    address: "url",
    plan: { count: "pageMonitors", interval: "minUrlIntervalSeconds" }
  },
  heartbeat: {
    code: 3,
    plural: "heartbeats",
    noun: "heartbeat",
    nouns: "heartbeats",
    german: { noun: "Heartbeat", nouns: "Heartbeats" },
    short: "heartbeat",
    states: { unknown: 0, up: 1, down: 2 },
    failed: "down",
    hasIncidents: true,
    payload: "heartbeat",
    screens: "heartbeats",
    alerts: ["down", "flapping", "checks_stopped"],
    address: null,
    plan: { count: "domainMonitors", interval: null }
  },
  service: {
    code: 4,
    plural: "services",
    noun: "service",
    nouns: "services",
    german: { noun: "Dienst", nouns: "Dienste" },
    short: "service",
    states: { unknown: 0, up: 1, down: 2 },
    failed: "down",
    hasIncidents: true,
    payload: "service",
    screens: "services",
    alerts: ["down", "degraded", "flapping", "certificate_expiring", "certificate_invalid", "checks_stopped"],
    address: "check",
    plan: { count: "serviceMonitors", interval: "minDomainIntervalSeconds" }
  }
} as const satisfies Readonly<Record<string, KindOfMonitor>>

/** The name of a kind of monitor. */
export type MonitorKind = keyof typeof monitorKinds

/** A kind of monitor whose failures open incidents. */
export type KindWithIncidents = {
  [Kind in MonitorKind]: (typeof monitorKinds)[Kind]["hasIncidents"] extends true ? Kind : never
}[MonitorKind]

/** A kind of monitor with a URL that Mon requests at an interval. */
export type RequestedKind = {
  [Kind in MonitorKind]: (typeof monitorKinds)[Kind]["address"] extends "url" ? Kind : never
}[MonitorKind]

/** A kind of monitor that Mon checks at an interval. */
export type CheckedKind = {
  [Kind in MonitorKind]: (typeof monitorKinds)[Kind]["address"] extends null ? never : Kind
}[MonitorKind]

/** The names of the kinds. */
export const monitorKindNames = Object.keys(monitorKinds) as ReadonlyArray<MonitorKind>

/** Returns whether a text is the name of a kind of monitor. */
export const isMonitorKind = (text: string): text is MonitorKind => Object.hasOwn(monitorKinds, text)

/**
 * Makes an object with one field for each kind of monitor. The name of a field is the kind and the suffix, such as
 * `domainId`.
 */
export const fieldsByKind = <const Suffix extends string, A>(suffix: Suffix, of: (kind: MonitorKind) => A) =>
  Object.fromEntries(monitorKindNames.map((kind) => [`${kind}${suffix}`, of(kind)])) as {
    readonly [Kind in MonitorKind as `${Kind}${Suffix}`]: A
  }

/** Makes an object with one value for each kind of monitor. */
export const byKind = <A>(of: (kind: MonitorKind) => A): Readonly<Record<MonitorKind, A>> =>
  Object.fromEntries(monitorKindNames.map((kind) => [kind, of(kind)])) as Record<MonitorKind, A>

/** A state that checks give a monitor. */
export type StateOf<Kind extends MonitorKind = MonitorKind> = {
  [One in Kind]: keyof (typeof monitorKinds)[One]["states"]
}[Kind]
