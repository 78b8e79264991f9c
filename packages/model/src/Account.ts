import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { type PlanLimits, PlanName } from "./Plan.ts"

const { count, flag, id, list, orNull, record, text, textOrNull, texts, time, timeOrNull, value } = described

/** The role of a person in an account: the owner, or an invited member. */
export const Role = Schema.Literals(["owner", "member"])
export type Role = typeof Role.Type

/**
 * The permissions of a member. `viewer`: see the shared monitors. `editor`: also change the monitors that are shared
 * with write access. `admin`: see and change everything in the account, except the team, billing, the deletion of the
 * account and the keys of other people.
 */
export const MemberRole = Schema.Literals(["viewer", "editor", "admin"])
export type MemberRole = typeof MemberRole.Type

/** The authenticated caller of a request. All ids are public ids. An API key acts for one membership. */
export interface Principal {
  readonly userId: string
  readonly accountId: string
  readonly membershipId: string
  readonly role: Role
  /** Null for the owner. */
  readonly memberRole: MemberRole | null
}

/** The languages of the dashboard and of emails. Messages of the API are always in English. */
export const Language = Schema.Literals(["en", "de"])
export type Language = typeof Language.Type

/** The settings of a person and of the account. `timezone` is an IANA name. */
export const Settings = record("Settings", "Settings of the caller and the account.", {
  timezone: text("IANA time zone name of the caller.", "Europe/Berlin"),
  language: orNull(
    Language,
    "Language of the dashboard and emails. Null: the browser's language in the dashboard, and English in emails."
  ),
  weeklyReportEnabled: flag("Whether the caller gets a weekly report.", true),
  alertsByEmail: flag("Whether the caller gets alerts by email. Always true for the account owner.", true),
  degradedAlerts: flag("Whether the account gets alerts when a monitor becomes degraded and when it recovers.", false),
  contentFaultsOffer: flag(
    "Whether the dashboard offers to count broken pages as outages for monitors that are older than this check. The dashboard does so until somebody decides.",
    false
  ),
  notificationsPaused: flag("Whether the account's alerts are paused.", false)
})
export interface Settings extends Schema.Schema.Type<typeof Settings> {}

/** The limits of a person's profile. */
export const personLimits = { nameLength: 100 } as const

/** The limits of a plan as the API shows them. */
export const ShownLimits = record("Limits", "Limits of the plan.", {
  domains: count("Maximum number of domain monitors.", 100),
  urls: count("Maximum number of URL monitors.", 100),
  services: count("Maximum number of services.", 100),
  minCheckIntervalDomains: count("Shortest check interval of domains. Seconds.", 300),
  minCheckIntervalUrls: count("Shortest check interval of URL monitors. Seconds.", 10_800),
  teamMembers: count("Maximum number of team members in addition to the owner.", 5),
  dkimSelectors: count("Maximum number of DKIM selectors per domain.", 10),
  expectations: count("Maximum number of expectations per monitor.", 20),
  dnsWatches: count("Maximum number of domains whose DNS records are watched.", 100),
  maintenanceWindows: count("Maximum number of maintenance windows that have not ended.", 100),
  routes: count("Maximum number of alert routes.", 20),
  alertSources: count("Maximum number of alert sources.", 5),
  onCallSchedules: count("Maximum number of on-call schedules.", 5),
  statusPages: count("Maximum number of status pages.", 5),
  statusPageHosts: count("Maximum number of custom host names for status pages.", 1),
  statusPageSubscribers: count("Maximum number of subscribers per status page.", 2_000),
  requestMethods: texts("Methods of requests.", ["GET", "HEAD"]),
  pageRendering: flag("Whether URL monitors can use `render`.", true),
  apiKeys: count("Maximum number of working API keys per person.", 10),
  channels: count("Maximum number of alert channels.", 10),
  paidChannels: flag("Whether there are channels for text messages and for webhooks with a template.", true),
  annualSimulationCredits: count("Simulation credits per year.", 1_200),
  requestsPerMinute: count("Maximum number of API requests per minute.", 100),
  eventStreams: count("Maximum number of open event streams per person.", 5),
  markersPerDay: count("Maximum number of new markers per 24 hours.", 100),
  auditLogDays: count("Number of days that the audit log stores changes.", 90)
})

/** Returns those limits of a plan that the API shows. */
export const showLimits = (limits: PlanLimits): typeof ShownLimits.Type => ({
  domains: limits.domainMonitors,
  urls: limits.pageMonitors,
  services: limits.serviceMonitors,
  minCheckIntervalDomains: limits.minDomainIntervalSeconds,
  minCheckIntervalUrls: limits.minUrlIntervalSeconds,
  teamMembers: limits.teamMembers,
  dkimSelectors: limits.dkimSelectors,
  expectations: limits.expectations,
  dnsWatches: limits.dnsWatches,
  maintenanceWindows: limits.maintenanceWindows,
  routes: limits.routes,
  alertSources: limits.alertSources,
  onCallSchedules: limits.onCallSchedules,
  statusPages: limits.statusPages,
  statusPageHosts: limits.statusPageHosts,
  statusPageSubscribers: limits.statusPageSubscribers,
  requestMethods: limits.requestMethods,
  pageRendering: limits.pageRendering,
  apiKeys: limits.apiKeys,
  channels: limits.channels,
  paidChannels: limits.paidChannels,
  annualSimulationCredits: limits.annualSimulationCredits,
  requestsPerMinute: limits.requestsPerMinute,
  eventStreams: limits.eventStreams,
  markersPerDay: limits.markersPerDay,
  auditLogDays: limits.auditLogDays
})

const AccountUsage = record("AccountUsage", "Current usage of the account that the caller can see.", {
  domains: count("Number of domain monitors. For viewers and editors, only shared domains count.", 12),
  urls: count("Number of URL monitors. For viewers and editors, only shared pages count.", 3),
  teamMembers: count(
    "Number of team members, including pending invitations. Always 0 if the caller is a member and not the owner.",
    1
  )
})

const RefusedAddress = record("RefusedAddress", "An email address that a mail server permanently rejected.", {
  address: text("The email address.", "former@example.com"),
  code: count("The mail server's reply code.", 550),
  refusedAt: time("Since when the address has not received alerts or reports, ISO 8601 UTC.")
})

/** The caller's profile and the plan of the account. */
export const Account = record("Account", "The caller's profile and the account's plan.", {
  id: id("Opaque id of the account."),
  email: text("The caller's email address.", "owner@example.com"),
  name: textOrNull("The caller's name, or null if it is not set.", "Ada"),
  role: value(Role, "The caller's role in the account.", "owner"),
  memberRole: orNull(
    MemberRole,
    "The caller's rights as a member. `viewer`: see what is shared. `editor`: also change what is shared with write access. `admin`: everything except the team, billing, deleting the account and other people's keys. Null: the caller is the owner."
  ),
  plan: value(PlanName, "The current plan. `free` if a paid plan has expired.", "pro"),
  planExpiresAt: timeOrNull("End of the plan, ISO 8601 UTC, or null if the plan does not end."),
  createdAt: time("The time when the account was created, ISO 8601 UTC."),
  usage: AccountUsage,
  limits: ShownLimits.pipe(Schema.annotateKey({ description: "Limits of the current plan." })),
  refusedAddresses: list(
    RefusedAddress,
    "The account's email addresses that a mail server permanently rejected. They get no alerts or reports. Viewers and editors see only their own address."
  )
})
export interface Account extends Schema.Schema.Type<typeof Account> {}
