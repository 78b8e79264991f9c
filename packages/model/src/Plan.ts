import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { safeMethods, unsafeMethods } from "./requestFields.ts"

/** The plans that an account can have. */
export const PlanName = Schema.Literals(["free", "pro", "agency"])
export type PlanName = typeof PlanName.Type

/** The limits of a plan. Durations are in whole seconds, and amounts of money are in integer cents. */
export interface PlanLimits {
  readonly title: string
  readonly requestsPerMinute: number
  readonly domainMonitors: number
  readonly pageMonitors: number
  readonly serviceMonitors: number
  readonly minDomainIntervalSeconds: number
  readonly minUrlIntervalSeconds: number
  readonly teamMembers: number
  /** The maximum number of DKIM selectors of a domain. */
  readonly dkimSelectors: number
  /** The maximum number of expectations of a monitor. */
  readonly expectations: number
  /** The maximum number of domains whose DNS records are watched. */
  readonly dnsWatches: number
  /** The maximum number of maintenance windows that have not ended. */
  readonly maintenanceWindows: number
  /** The maximum number of alert routes of an account. */
  readonly routes: number
  /** The maximum number of alert sources of an account. */
  readonly alertSources: number
  /** The maximum number of on-call schedules of an account. */
  readonly onCallSchedules: number
  /** The maximum number of public status pages of an account. */
  readonly statusPages: number
  /** The maximum number of custom host names of an account's status pages. */
  readonly statusPageHosts: number
  /** The maximum number of subscribers of a status page. */
  readonly statusPageSubscribers: number
  /** The request methods that checks can use. */
  readonly requestMethods: ReadonlyArray<string>
  /** Whether a browser may run the scripts of a page before the page is compared. */
  readonly pageRendering: boolean
  /** The maximum number of working API keys of a person. */
  readonly apiKeys: number
  /** The maximum number of alert channels. */
  readonly channels: number
  /** Whether the plan has channels for text messages and for webhooks with a template. */
  readonly paidChannels: boolean
  readonly annualSimulationCredits: number
  /** The maximum number of open event streams of a person. */
  readonly eventStreams: number
  /** The maximum number of new markers within 24 hours, in the timelines of all domains of an account together. */
  readonly markersPerDay: number
  /** The number of days for which the audit log stores entries. */
  readonly auditLogDays: number
  readonly yearlyPriceCents: number
}

/** The limits of every plan. */
export type PlanTable = Readonly<Record<PlanName, PlanLimits>>

const ALL_METHODS = [...safeMethods, ...unsafeMethods]

/** The limits of every plan. The service reads them only through {@link Plans}. */
export const planTable: PlanTable = {
  free: {
    title: "Free",
    requestsPerMinute: 20,
    domainMonitors: 5,
    pageMonitors: 5,
    serviceMonitors: 5,
    minDomainIntervalSeconds: 900,
    minUrlIntervalSeconds: 86_400,
    teamMembers: 0,
    dkimSelectors: 3,
    expectations: 5,
    dnsWatches: 5,
    maintenanceWindows: 5,
    routes: 2,
    alertSources: 1,
    onCallSchedules: 1,
    statusPages: 1,
    statusPageHosts: 0,
    statusPageSubscribers: 100,
    requestMethods: ["GET", "HEAD"],
    pageRendering: false,
    apiKeys: 2,
    channels: 2,
    paidChannels: false,
    annualSimulationCredits: 60,
    eventStreams: 2,
    markersPerDay: 10,
    auditLogDays: 7,
    yearlyPriceCents: 0
  },
  pro: {
    title: "Pro",
    requestsPerMinute: 100,
    domainMonitors: 100,
    pageMonitors: 100,
    serviceMonitors: 100,
    minDomainIntervalSeconds: 300,
    minUrlIntervalSeconds: 10_800,
    teamMembers: 5,
    dkimSelectors: 10,
    expectations: 20,
    dnsWatches: 100,
    maintenanceWindows: 100,
    routes: 20,
    alertSources: 5,
    onCallSchedules: 5,
    statusPages: 5,
    statusPageHosts: 1,
    statusPageSubscribers: 2_000,
    requestMethods: ALL_METHODS,
    pageRendering: true,
    apiKeys: 10,
    channels: 10,
    paidChannels: true,
    annualSimulationCredits: 1_200,
    eventStreams: 5,
    markersPerDay: 100,
    auditLogDays: 90,
    yearlyPriceCents: 9_900
  },
  agency: {
    title: "Agency",
    requestsPerMinute: 500,
    domainMonitors: 1_000,
    pageMonitors: 1_000,
    serviceMonitors: 1_000,
    minDomainIntervalSeconds: 59,
    minUrlIntervalSeconds: 3_600,
    teamMembers: 20,
    dkimSelectors: 10,
    expectations: 20,
    dnsWatches: 1_000,
    maintenanceWindows: 1_000,
    routes: 200,
    alertSources: 50,
    onCallSchedules: 50,
    statusPages: 50,
    statusPageHosts: 50,
    statusPageSubscribers: 20_000,
    requestMethods: ALL_METHODS,
    pageRendering: true,
    apiKeys: 20,
    channels: 50,
    paidChannels: true,
    annualSimulationCredits: 12_000,
    eventStreams: 5,
    markersPerDay: 1_000,
    auditLogDays: 365,
    yearlyPriceCents: 69_900
  }
}

/** The plan table that the service uses. It is the only source of limits. Tests replace it. */
export const Plans = Context.Reference<PlanTable>("@mon/model/Plans", { defaultValue: () => planTable })

/**
 * Returns the plan that applies to an account now: `free` if the account's plan has expired.
 *
 * @example
 * ```ts
 * effectivePlan("pro", new Date("2026-01-01"), new Date("2026-06-01")) // => "free"
 * effectivePlan("pro", null, new Date("2026-06-01")) // => "pro"
 * ```
 */
export const effectivePlan = (plan: PlanName, expiresAt: Date | null, now: Date): PlanName =>
  expiresAt !== null && expiresAt.getTime() <= now.getTime() ? "free" : plan
