import * as Schema from "effect/Schema"

/** Limits of the settable fields of a domain monitor. */
export const domainLimits = {
  checkIntervalSeconds: { minimum: 59, maximum: 86_400, default: 300 },
  timeoutSeconds: { minimum: 5, maximum: 30, default: 30 },
  emailHealthIntervalSeconds: { minimum: 3_600, maximum: 604_800, default: 86_400 },
  nameLength: 200,
  urlLength: 2_048,
  ccEmails: 10,
  bulkIds: 1_000,
  bulkChunk: 50,
  incidentsListed: 20,
  historyRecords: 500,
  historyHours: { minimum: 1, maximum: 720, default: 24 },
  recentIncidents: { minimum: 1, maximum: 50, default: 10 },
  pageSize: { minimum: 1, maximum: 50, default: 10 },
  cardColor: "#6B7280"
} as const

/** The state of a domain monitor; `unknown` until the first verdict. */
export const DomainStatus = Schema.Literals(["unknown", "up", "down", "paused"])
export type DomainStatus = typeof DomainStatus.Type

/** What the caller may do with a domain: its own account's, or shared for writing or reading. */
export const Access = Schema.Literals(["owner", "write", "read"])
export type Access = typeof Access.Type

/** Why a check failed: a stable code and a sentence. */
export const Fault = Schema.Struct({ code: Schema.String, message: Schema.String })
export type Fault = typeof Fault.Type

/** A point in time as ISO 8601 UTC with milliseconds. */
export const Timestamp = Schema.String

/** The certificate that the last check saw; `daysRemaining` are whole days, negative once it has expired, `problems` codes of `@mon/uptime-probe`. */
export const SslFacts = Schema.Struct({
  valid: Schema.Boolean,
  issuer: Schema.String,
  subject: Schema.String,
  validFrom: Timestamp,
  validTo: Timestamp,
  daysRemaining: Schema.Number,
  protocol: Schema.String,
  keyType: Schema.String,
  keyBits: Schema.NullOr(Schema.Number),
  problems: Schema.Array(Schema.String)
})
export type SslFacts = typeof SslFacts.Type

/** The registration of a monitor's domain; `expiresAt` is null where the registry publishes no date, `statuses` are EPP codes. */
export const DomainExpiry = Schema.Struct({
  expiresAt: Schema.NullOr(Timestamp),
  daysRemaining: Schema.NullOr(Schema.Number),
  registrar: Schema.NullOr(Schema.String),
  source: Schema.Literals(["rdap", "whois"]),
  statuses: Schema.Array(Schema.String),
  checkedAt: Timestamp
})
export type DomainExpiry = typeof DomainExpiry.Type

/** Percentiles of the response times of good checks, in milliseconds. */
export const ResponseTime = Schema.Struct({ p50: Schema.Number, p95: Schema.Number, p99: Schema.Number })
export type ResponseTime = typeof ResponseTime.Type

/** The score (0 to 100) and grade (A to F) of the last e-mail health check; null when nothing was known. */
export const EmailHealthGrade = Schema.Struct({
  score: Schema.NullOr(Schema.Number),
  grade: Schema.NullOr(Schema.String),
  checkedAt: Timestamp
})

/** D and F: email may be rejected, and an alert is due. */
export const isBadGrade = (grade: string | null): boolean => grade === "D" || grade === "F"

/** One step of a chain of redirects; the status is null when none was answered. */
export const RedirectHop = Schema.Struct({ url: Schema.String, statusCode: Schema.NullOr(Schema.Number) })

/** Where the last check was redirected to, and what kind of redirect that is. */
export const RedirectFacts = Schema.Struct({
  detected: Schema.Boolean,
  finalUrl: Schema.String,
  kind: Schema.NullOr(Schema.String),
  hops: Schema.Array(RedirectHop)
})
export type RedirectFacts = typeof RedirectFacts.Type

/** A tag as a monitor shows it; `color` is `#RRGGBB`. */
export const Tag = Schema.Struct({ id: Schema.String, name: Schema.String, color: Schema.String })

/** The record of a domain monitor. Absent values are null, never missing. */
export const Domain = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  hostname: Schema.String,
  name: Schema.String,
  status: DomainStatus,
  isPaused: Schema.Boolean,
  access: Access,
  checkInterval: Schema.Number,
  timeoutSeconds: Schema.Number,
  emailHealthInterval: Schema.Number,
  ccEmails: Schema.Array(Schema.String),
  screenshotOnFailure: Schema.Boolean,
  cardColor: Schema.String,
  lastCheckedAt: Schema.NullOr(Timestamp),
  nextCheckAt: Schema.NullOr(Timestamp),
  statusChangedAt: Schema.NullOr(Timestamp),
  lastStatusCode: Schema.NullOr(Schema.Number),
  lastResponseTimeMs: Schema.NullOr(Schema.Number),
  lastError: Schema.NullOr(Fault),
  uptime: Schema.Struct({
    last24h: Schema.NullOr(Schema.Number),
    last7d: Schema.NullOr(Schema.Number),
    last30d: Schema.NullOr(Schema.Number)
  }),
  responseTime: Schema.NullOr(ResponseTime),
  ssl: Schema.NullOr(SslFacts),
  domainExpiry: Schema.NullOr(DomainExpiry),
  emailHealth: Schema.NullOr(EmailHealthGrade),
  redirect: Schema.NullOr(RedirectFacts),
  tags: Schema.Array(Tag),
  createdAt: Timestamp,
  updatedAt: Timestamp
})
export type Domain = typeof Domain.Type

/** The state of a domain monitor as the schedule stores it; `paused` is a flag beside it. */
export type WatchedState = Exclude<DomainStatus, "paused">
