import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { described } from "./Described.ts"
import { domainFields } from "./domainFields.ts"
import { outputOf } from "./MonitorField.ts"

const {
  count,
  countOrNull,
  flag,
  id,
  list,
  numberOrNull,
  number,
  orNull,
  record,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
  value
} = described

/** Limits of the endpoints of domains; those of the settable fields are in `domainFields`. */
export const domainLimits = {
  urlLength: 2_048,
  bulkIds: 1_000,
  bulkChunk: 50,
  incidentsListed: 20,
  historyRecords: 500,
  historyHours: { minimum: 1, maximum: 720, default: 24 },
  recentIncidents: { minimum: 1, maximum: 50, default: 10 },
  pageSize: { minimum: 1, maximum: 50, default: 10 }
} as const

/** The state of a domain monitor; `unknown` until the first verdict. */
export const DomainStatus = Schema.Literals(["unknown", "up", "down", "paused"])
export type DomainStatus = typeof DomainStatus.Type

/** What the caller may do with a domain: its own account's, or shared for writing or reading. */
export const Access = Schema.Literals(["owner", "write", "read"])
export type Access = typeof Access.Type

/** Why a check failed: a stable code and a sentence. */
export const Fault = record("Fault", "Why a check failed.", {
  code: text("Stable code of the outcome.", "connect_timeout"),
  message: text("The same in words.", "No connection within 30 s.")
})
export type Fault = typeof Fault.Type

/** A point in time as ISO 8601 UTC with milliseconds. */
export const Timestamp = Schema.String

/** The certificate that the last check saw. */
export const SslFacts = record(
  "Ssl",
  "The certificate that the last HTTPS check saw: after redirects that of the last host, for an http URL that of port 443. It never makes a domain down.",
  {
    valid: flag("Whether chain, name, dates and strength are in order.", true),
    issuer: text("Issuer.", "Let's Encrypt R11"),
    subject: text("Subject.", "CN=example.com"),
    validFrom: time("Start of validity, ISO 8601 UTC.", "2026-10-01T00:00:00.000Z"),
    validTo: time("End of validity, ISO 8601 UTC.", "2026-12-30T00:00:00.000Z"),
    daysRemaining: count("Whole days until it expires; negative when expired.", 39),
    protocol: text("Negotiated TLS version.", "TLSv1.3"),
    keyType: text("Type of the public key.", "ec"),
    keyBits: countOrNull("Size of the public key in bits, or null when unknown.", 256),
    problems: texts(
      "Codes of what is wrong, empty when valid: `expired`, `not_yet_valid`, `wrong_host`, `no_alternative_names`, `self_signed`, `untrusted_root`, `incomplete_chain`, `chain_expired`, `weak_key`, `weak_signature`, `old_protocol`, `invalid_chain`.",
      []
    )
  }
)
export type SslFacts = typeof SslFacts.Type

/** The registration of a monitor's domain; `statuses` are EPP codes. */
export const DomainExpiry = record("DomainExpiry", "When the registration of the domain ends.", {
  expiresAt: timeOrNull(
    "End of the registration, ISO 8601 UTC, or null when the registry publishes no date or the domain is not registered.",
    "2027-08-13T04:00:00.000Z"
  ),
  daysRemaining: countOrNull("Whole days until then, negative when past; null without a date.", 264),
  registrar: textOrNull("Name of the registrar, or null when the registry publishes none.", "Example Registrar, Inc."),
  source: value(Schema.Literals(["rdap", "whois"]), "Protocol by which it was read.", "rdap"),
  statuses: texts(
    "Status codes of the registration (EPP, RFC 5731). With `clientHold` or `serverHold` the domain does not resolve; `redemptionPeriod` and `pendingDelete` mean that it is about to be lost. `notRegistered` alone: there is no registration.",
    ["clientTransferProhibited"]
  ),
  checkedAt: time(
    "When it was last read, ISO 8601 UTC. It is read once a day; while the registry cannot be reached, the last answer stays."
  )
})
export type DomainExpiry = typeof DomainExpiry.Type

const percentile = (share: string, example: number) =>
  number(`${share} of the successful checks took at most this long. Milliseconds.`, example)

/** Percentiles of the response times of successful checks, in milliseconds. */
export const ResponseTime = record(
  "ResponseTime",
  "Response times of successful checks, within 1 %; checks that this service itself delayed are left out.",
  {
    p50: percentile("50 %", 184.2),
    p95: percentile("95 %", 311.7),
    p99: percentile("99 %", 402.5)
  }
)
export type ResponseTime = typeof ResponseTime.Type

/** The score and grade of the last email health check; null when nothing was known. */
export const EmailHealthGrade = record("EmailHealthGrade", "The result of the last email health check.", {
  score: countOrNull("0 to 100, or null when nothing could be found out.", 92),
  grade: textOrNull("A to F, or null when there is no score.", "A"),
  checkedAt: time("When it was checked, ISO 8601 UTC.")
})

/** D and F: email may be rejected, and an alert is due. */
export const isBadGrade = (grade: string | null): boolean => grade === "D" || grade === "F"

/** One step of a chain of redirects; the status is null when none was answered. */
export const RedirectHop = record("RedirectHop", "One step of a chain of redirects.", {
  url: text("The URL that was requested.", "http://example.com/"),
  statusCode: countOrNull("Its HTTP status, or null when there was no answer.", 301)
})

/** Where the last check was redirected to, and what kind of redirect that is. */
export const RedirectFacts = record("Redirect", "Whether the domain redirects.", {
  detected: flag("Whether it does.", true),
  finalUrl: text("Where the redirects end.", "https://www.example.com/"),
  kind: textOrNull("Kind of redirect, or null when there is none.", "permanent"),
  hops: list(RedirectHop, "All steps, in order.")
})
export type RedirectFacts = typeof RedirectFacts.Type

/** A tag as a monitor shows it; `color` is `#RRGGBB`. */
export const Tag = record("DomainTag", "A tag of the account.", {
  id: id("Id of the tag."),
  name: text("Name, unique in the account.", "Shops"),
  color: text("Hex colour.", "#6B7280")
})

const percent = (window: string) =>
  numberOrNull(
    `Percent of the ${window} without downtime (paused and unknown time left out), or null without data.`,
    99.98
  )

const Uptime = record("Uptime", "Share of time up, in percent.", {
  last24h: percent("last 24 hours"),
  last7d: percent("last 7 days"),
  last30d: percent("last 30 days")
})

const { name, ...settings } = Struct.map(domainFields, outputOf)

/** The record of a domain monitor. Absent values are null, never missing. */
export const Domain = record("Domain", "A domain monitor.", {
  id: id("Id, opaque."),
  url: text("What is checked: scheme, host, port and path.", "https://example.com"),
  hostname: text("Host name, IDNA ASCII.", "example.com"),
  name,
  status: value(DomainStatus, "State; `unknown` until the first check after creation or resume.", "up"),
  isPaused: flag("Whether checks and alerts are stopped.", false),
  access: value(Access, "What the caller may do with it.", "owner"),
  ...settings,
  lastCheckedAt: timeOrNull("Last check, ISO 8601 UTC, or null before the first."),
  nextCheckAt: timeOrNull("Next check, ISO 8601 UTC, or null while paused.", "2026-11-21T08:30:00.000Z"),
  statusChangedAt: timeOrNull("Last change of the state, ISO 8601 UTC, or null before the first check."),
  lastStatusCode: countOrNull("HTTP status of the last check, or null when there was no answer.", 200),
  lastResponseTimeMs: numberOrNull("Duration of the last check, or null when there was no answer. Milliseconds.", 184),
  lastError: orNull(Fault, "Why the last check failed, or null when it passed."),
  uptime: Uptime,
  responseTime: orNull(
    ResponseTime,
    "Percentiles of the last 24 hours, by whole hours and the current one, or null without a successful check."
  ),
  ssl: orNull(SslFacts, "Certificate, or null before an HTTPS answer."),
  domainExpiry: orNull(DomainExpiry, "End of the registration, or null while unknown."),
  emailHealth: orNull(EmailHealthGrade, "Result of the last email health check, or null before the first."),
  redirect: orNull(RedirectFacts, "Redirects that the last check saw, or null before the first."),
  tags: list(Tag, "Its tags."),
  createdAt: time("When it was created, ISO 8601 UTC."),
  updatedAt: time("When its configuration last changed, ISO 8601 UTC.")
})
export type Domain = typeof Domain.Type

/** The state of a domain monitor as the schedule stores it; `paused` is a flag beside it. */
export type WatchedState = Exclude<DomainStatus, "paused">
