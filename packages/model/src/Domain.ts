import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { described } from "./Described.ts"
import { ActiveMaintenance } from "./MaintenanceWindow.ts"
import { domainFields } from "./domainFields.ts"
import { ContentFaultFacts } from "./ContentFaultFacts.ts"
import { Fault } from "./Fault.ts"
import { outputOf } from "./MonitorField.ts"
import { StoppedOption } from "./stoppedOptions.ts"

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

/** The limits of the endpoints for domains. The limits of the settable fields are in `domainFields`. */
export const domainLimits = {
  incidentsListed: 20,
  historyRecords: 500,
  historyHours: { minimum: 1, maximum: 720, default: 24 },
  emailHealthResults: { minimum: 1, maximum: 365, default: 90 },
  recentIncidents: { minimum: 1, maximum: 50, default: 10 }
} as const

/** The state of a domain monitor. It is `unknown` until the first verdict. */
export const DomainStatus = Schema.Literals(["unknown", "up", "down", "paused"])
export type DomainStatus = typeof DomainStatus.Type

/**
 * The caller's access to a domain: `owner` for a domain of the caller's own account, otherwise the permission with
 * which the domain is shared with the caller.
 */
export const Access = Schema.Literals(["owner", "write", "read"])
export type Access = typeof Access.Type

/** The certificate that the last check received. */
export const SslFacts = record(
  "Ssl",
  "The certificate that the last HTTPS check received. If the URL redirects, this is the certificate of the last host. For an http URL, this is the certificate on port 443. A certificate problem never sets the domain to down.",
  {
    valid: flag("Whether the chain, host name, dates and key strength of the certificate are valid.", true),
    issuer: text("Issuer of the certificate.", "Let's Encrypt R11"),
    subject: text("Subject of the certificate.", "CN=example.com"),
    validFrom: time("Start of validity, ISO 8601 UTC.", "2026-10-01T00:00:00.000Z"),
    validTo: time(
      "The expiry time of the certificate, ISO 8601 UTC. If another certificate in its verified chain expires first, the expiry time of that one.",
      "2026-12-30T00:00:00.000Z"
    ),
    daysRemaining: count("Whole days until `validTo`. Negative if it has passed.", 39),
    endsFirst: Schema.optionalKey(
      text(
        "Subject of the certificate in the chain that expires first. Absent if that is the domain's own certificate.",
        "CN=R11,O=Let's Encrypt,C=US"
      )
    ),
    protocol: text("Negotiated TLS version.", "TLSv1.3"),
    keyType: text("Type of the public key.", "ec"),
    keyBits: countOrNull("Size of the public key in bits, or null if unknown.", 256),
    problems: texts(
      "Codes of the problems with the certificate. Empty if the certificate is valid. Codes: `expired`, `not_yet_valid`, `wrong_host`, `no_alternative_names`, `self_signed`, `untrusted_root`, `incomplete_chain`, `unknown_issuer`, `chain_expired`, `weak_key`, `weak_signature`, `old_protocol`, `invalid_chain`.",
      []
    )
  }
)
export interface SslFacts extends Schema.Schema.Type<typeof SslFacts> {}

/** The registration of a monitor's domain. `statuses` are EPP codes. */
export const DomainExpiry = record("DomainExpiry", "The registration of the domain.", {
  expiresAt: timeOrNull(
    "End of the registration, ISO 8601 UTC. Null if the registry does not publish a date or the domain is not registered.",
    "2027-08-13T04:00:00.000Z"
  ),
  daysRemaining: countOrNull(
    "Whole days until the registration ends. Negative if it has ended, null if there is no date.",
    264
  ),
  registrar: textOrNull(
    "Name of the registrar, or null if the registry does not publish one.",
    "Example Registrar, Inc."
  ),
  source: value(Schema.Literals(["rdap", "whois"]), "Protocol that Mon used to read the registration.", "rdap"),
  statuses: texts(
    "Status codes of the registration (EPP, RFC 5731). With `clientHold` or `serverHold`, the domain does not resolve. With `redemptionPeriod` or `pendingDelete`, the owner is about to lose the domain. `notRegistered` as the only code means that the domain is not registered.",
    ["clientTransferProhibited"]
  ),
  checkedAt: time(
    "Time of the last successful query, ISO 8601 UTC. Mon queries the registry once a day. If the registry cannot be reached, Mon shows the last result."
  )
})
export interface DomainExpiry extends Schema.Schema.Type<typeof DomainExpiry> {}

const percentile = (share: string, example: number) =>
  number(`${share} of the successful checks took at most this time. Milliseconds.`, example)

/** Percentiles of the response times of successful checks, in milliseconds. */
export const ResponseTime = record(
  "ResponseTime",
  "Response times of successful checks, with a precision of 1 %. Checks that Mon itself delayed are not included.",
  {
    p50: percentile("50 %", 184.2),
    p95: percentile("95 %", 311.7),
    p99: percentile("99 %", 402.5)
  }
)
export interface ResponseTime extends Schema.Schema.Type<typeof ResponseTime> {}

/** The score and grade of the last email health check. Null if the check could not determine them. */
export const EmailHealthGrade = record("EmailHealthGrade", "The result of the last email health check.", {
  score: countOrNull("Score from 0 to 100, or null if the check had no result.", 92),
  grade: textOrNull("Grade from A to F, or null if there is no score.", "A"),
  checkedAt: time("Time of the check, ISO 8601 UTC.")
})

/** One step in a chain of redirects. The status is null if the server did not respond. */
export const RedirectHop = record("RedirectHop", "One step in a chain of redirects.", {
  url: text("The URL that was requested.", "http://example.com/"),
  statusCode: countOrNull("HTTP status of the response, or null if there was no response.", 301)
})

/** The redirects of a domain at the last check: their target, their kind, and all steps. */
export const RedirectFacts = record("Redirect", "The redirects of the domain.", {
  detected: flag("Whether the domain redirects.", true),
  finalUrl: text("URL at which the redirects end.", "https://www.example.com/"),
  kind: textOrNull("Kind of redirect, or null if there is none.", "permanent"),
  hops: list(RedirectHop, "All steps of the redirects, in order.")
})
export interface RedirectFacts extends Schema.Schema.Type<typeof RedirectFacts> {}

/** A tag in the record of a monitor. `color` is `#RRGGBB`. */
export const Tag = record("DomainTag", "A tag of the account.", {
  id: id("Id of the tag."),
  name: text("Name of the tag, unique in the account.", "Shops"),
  color: text("Colour of the tag in hexadecimal form.", "#6B7280")
})

const percent = (window: string) =>
  numberOrNull(
    `Percentage of the ${window} without downtime. Time that was paused, unknown or without checks does not count. Null if there is no data.`,
    99.98
  )

const Uptime = record("Uptime", "Percentage of time that the domain was up.", {
  last24h: percent("last 24 hours"),
  last7d: percent("last 7 days"),
  last30d: percent("last 30 days"),
  maintenanceSeconds: count(
    "Time in maintenance windows in the last 30 days, which counts as neither up nor down. Seconds.",
    0
  )
})

const { name, ...settings } = Struct.map(domainFields, outputOf)

/** The record of a domain monitor. Absent values are null, never missing. */
export const Domain = record("Domain", "A domain monitor.", {
  id: id("Opaque id of the domain monitor."),
  url: text("The URL that Mon checks: scheme, host, port and path.", "https://example.com"),
  hostname: text("Host name in IDNA ASCII.", "example.com"),
  name,
  status: value(DomainStatus, "State of the domain. `unknown` until the first check after creation or resume.", "up"),
  isPaused: flag("Whether checks and alerts are stopped.", false),
  isDegraded: flag(
    "Whether the domain is degraded. It becomes degraded after three checks in a row that were slower than `degradedAfterMs` or had a remark about the content, and stops being degraded after three without either.",
    false
  ),
  access: value(Access, "The caller's access to the domain.", "owner"),
  ...settings,
  stoppedOptions: list(
    StoppedOption,
    "Options that have no effect at the moment, for example after a downgrade. Nothing in them is deleted."
  ),
  lastCheckedAt: timeOrNull("Time of the last check, ISO 8601 UTC, or null before the first check."),
  nextCheckAt: timeOrNull(
    "Time of the next check, ISO 8601 UTC, or null while the domain is paused.",
    "2026-11-21T08:30:00.000Z"
  ),
  statusChangedAt: timeOrNull("Time of the last state change, ISO 8601 UTC, or null before the first check."),
  lastStatusCode: countOrNull("HTTP status of the last check, or null if there was no response.", 200),
  lastResponseTimeMs: numberOrNull("Duration of the last check, or null if there was no response. Milliseconds.", 184),
  lastError: orNull(
    Fault,
    "The reason why the last check failed, or null if it passed. The code `prober_fault` means that Mon could not run the check. In that case, the state stays the same. While the domain is down, the code stays the same too, and the message says both."
  ),
  contentFault: orNull(
    ContentFaultFacts,
    "The problem that the content of the last response shows, or null if there is none."
  ),
  uptime: Uptime,
  maintenance: orNull(ActiveMaintenance, "The maintenance window that is active for the domain now, or null."),
  responseTime: orNull(
    ResponseTime,
    "Response times in the last 24 full hours and the current hour, or null if there was no successful check."
  ),
  ssl: orNull(SslFacts, "Certificate of the domain, or null before the first HTTPS response."),
  domainExpiry: orNull(DomainExpiry, "Registration of the domain, or null while unknown."),
  emailHealth: orNull(
    EmailHealthGrade,
    "Result of the last email health check. Null before the first check, and while `emailHealthEnabled` is false."
  ),
  redirect: orNull(RedirectFacts, "Redirects that the last check followed, or null before the first check."),
  tags: list(Tag, "Tags of the domain."),
  createdAt: time("Creation time, ISO 8601 UTC."),
  updatedAt: time("Time of the last configuration change, ISO 8601 UTC.")
})
export interface Domain extends Schema.Schema.Type<typeof Domain> {}

/** The state of a domain monitor in the schedule, which stores `paused` as a separate flag. */
export type WatchedState = Exclude<DomainStatus, "paused">
