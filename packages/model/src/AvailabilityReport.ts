import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { count, countOrNull, flag, flagOrNull, id, list, numberOrNull, record, text, textOrNull, texts, time } =
  described
const { timeOrNull } = described

/** Limits of reports about a period. */
export const reportLimits = {
  /** The maximum length of a report's period, in days: a leap year. */
  days: 366,
  /** The maximum length of a period for which a report contains response times, in days. */
  responseDays: 93,
  /** The maximum number of domains that one report lists. Further domains are only counted. */
  domains: 500,
  /** The maximum number of incidents that one report lists. Further incidents are only counted. */
  incidents: 500,
  /** The maximum number of digits after the decimal point of an uptime target. */
  targetDigits: 4
} as const

const shares = {
  uptimePercent: numberOrNull(
    "Uptime in percent, not counting time in maintenance windows or time without checks. Null if there were no checks.",
    99.95
  ),
  watchedSeconds: count("Time that uptime is calculated from. Seconds.", 2_678_400),
  downSeconds: count("Downtime within that time. Seconds.", 1_339),
  incidents: count("Number of incidents in the period. Incidents silenced by maintenance do not count.", 2),
  isTargetMet: flagOrNull("Whether the uptime is at least the target. Null if there is no target or no uptime.", true),
  repairs: count("Number of repairs closed in the period, for incidents and email health.", 3),
  repairMedianSeconds: countOrNull(
    "Median time to repair of these repairs. Seconds. Null if there were no repairs.",
    5_400
  ),
  openRepairs: count("Number of repairs still open at the end of the period.", 1)
}

/** The totals of several domains in the period. */
export const ReportedShare = record("ReportedShare", "Totals in the period for several domains.", {
  domains: count("Number of domains.", 12),
  ...shares
})
export interface ReportedShare extends Schema.Schema.Type<typeof ReportedShare> {}

/** The totals of all domains with a tag. A domain with several tags counts for each of them. */
export const ReportedTag = record("ReportedTag", "Totals in the period for all domains with a tag.", {
  name: text("Name of the tag.", "customer-a"),
  domains: count("Number of domains.", 12),
  ...shares
})
export interface ReportedTag extends Schema.Schema.Type<typeof ReportedTag> {}

/** The figures of one domain for the period. */
export const ReportedDomain = record("ReportedDomain", "One domain's figures for the period.", {
  id: id("Id of the domain."),
  name: text("Display name of the domain.", "Shop"),
  url: text("URL of the domain.", "https://example.com"),
  tags: texts("Names of its tags.", ["customer-a"]),
  ...shares,
  longestDownSeconds: count("The longest downtime of one incident within the period. Seconds.", 840),
  maintenanceSeconds: count("Time in maintenance windows. Seconds.", 3_600),
  responseP50Ms: numberOrNull(
    `Median of the response times. Milliseconds. Null if there are none, or if the period is longer than ${reportLimits.responseDays} days.`,
    182.4
  ),
  responseP95Ms: numberOrNull(
    `95th percentile of the response times. Milliseconds. Null as ${"`responseP50Ms`"}.`,
    411.9
  ),
  certificateExpiresAt: timeOrNull("The expiry time of the most recently seen certificate, ISO 8601 UTC, or null."),
  registrationExpiresAt: timeOrNull("The expiry time of the domain's registration, ISO 8601 UTC, or null."),
  emailHealthEnabled: flag("Whether Mon checks the email health of the domain. If not, it has no scores.", true),
  emailHealthScore: countOrNull("The last email health score in the period, or null.", 91),
  emailHealthScoreBefore: countOrNull(
    "The last score before the period, from the same version of the rules, or null.",
    84
  )
})
export interface ReportedDomain extends Schema.Schema.Type<typeof ReportedDomain> {}

/** An incident within the report's period. */
export const ReportedIncident = record("ReportedIncident", "An incident in the period.", {
  id: id("Opaque id of the incident."),
  domainId: id("Id of the domain."),
  domainName: text("Display name of the domain.", "Shop"),
  startedAt: time("Time of the first failed check, ISO 8601 UTC."),
  resolvedAt: timeOrNull("The time when the incident ended, ISO 8601 UTC. Null while it is open."),
  downSeconds: count("Downtime within the period, not counting maintenance or time without checks. Seconds.", 420),
  cause: textOrNull("The first line of the diagnosis, or null if nothing is known.", "The web server is not running.")
})
export interface ReportedIncident extends Schema.Schema.Type<typeof ReportedIncident> {}

/** A report about the availability of domains in a period. */
export const AvailabilityReport = record("AvailabilityReport", "The availability of domains in a period.", {
  from: time("Start of the period, inclusive, ISO 8601 UTC.", "2026-10-01T00:00:00.000Z"),
  to: time("End of the period, exclusive, ISO 8601 UTC.", "2026-11-01T00:00:00.000Z"),
  timezone: text("IANA time zone for the days in the period.", "Europe/Berlin"),
  targetPercent: numberOrNull("The uptime target in percent, or null.", 99.9),
  tag: textOrNull("Only domains with this tag, or null for all.", "customer-a"),
  total: ReportedShare,
  tags: list(ReportedTag, "Each of the domains' tags, by name."),
  domains: list(
    ReportedDomain,
    `The domains that exist and that the caller can see, by name, at most ${reportLimits.domains}.`
  ),
  domainsLeftOut: count("Number of other domains, which the report leaves out.", 0),
  incidents: list(ReportedIncident, `The incidents, newest first, at most ${reportLimits.incidents}.`),
  incidentsLeftOut: count("Number of other incidents, which the list leaves out.", 0)
})
export interface AvailabilityReport extends Schema.Schema.Type<typeof AvailabilityReport> {}
