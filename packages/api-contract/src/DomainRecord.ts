import {
  Domain,
  DomainExpiry,
  EmailHealthGrade,
  Fault,
  RedirectFacts,
  RedirectHop,
  ResponseTime,
  SslFacts,
  Tag
} from "@mon/model"
import * as Schema from "effect/Schema"
import { described, finite, whole } from "./Described.ts"

const id = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const time = "2026-11-21T08:15:00.000Z"

export const FaultRecord = described(Fault, "Fault", "Why a check failed.", {
  code: { about: "Stable code of the outcome.", example: "connect_timeout" },
  message: { about: "The same in words.", example: "No connection within 30 s." }
})

const SslRecord = described(
  SslFacts,
  "Ssl",
  "The certificate of the last HTTPS check: after redirects the final one's; of port 443 when the URL is http. It never makes a domain down.",
  {
    valid: { about: "Whether chain, name, dates and strength are in order.", example: true },
    issuer: { about: "Who issued it.", example: "Let's Encrypt R11" },
    subject: { about: "Whom it names.", example: "CN=example.com" },
    validFrom: { about: "First moment of validity, ISO 8601 UTC.", example: "2026-10-01T00:00:00.000Z" },
    validTo: { about: "Last moment of validity, ISO 8601 UTC.", example: "2026-12-30T00:00:00.000Z" },
    daysRemaining: { about: "Whole days until it expires; negative when expired.", example: 39, as: whole },
    protocol: { about: "Negotiated TLS version.", example: "TLSv1.3" },
    keyType: { about: "Kind of public key.", example: "ec" },
    keyBits: { about: "Size of the public key in bits, or null when unknown.", example: 256, as: Schema.NullOr(whole) },
    problems: {
      about:
        "Codes of what is wrong, empty when valid: `expired`, `not_yet_valid`, `wrong_host`, `no_alternative_names`, `self_signed`, `untrusted_root`, `incomplete_chain`, `chain_expired`, `weak_key`, `weak_signature`, `old_protocol`, `invalid_chain`.",
      example: []
    }
  }
)

const ExpiryRecord = described(DomainExpiry, "DomainExpiry", "When the registration of the domain ends.", {
  expiresAt: {
    about:
      "End of the registration, ISO 8601 UTC, or null when the registry tells no date or the domain is not registered.",
    example: "2027-08-13T04:00:00.000Z"
  },
  daysRemaining: {
    about: "Whole days until then, negative when past; null without a date.",
    example: 264,
    as: Schema.NullOr(whole)
  },
  registrar: { about: "Name of the registrar, or null when not told.", example: "Example Registrar, Inc." },
  source: { about: "Where it was read.", example: "rdap" },
  statuses: {
    about:
      "Status codes of the registration (EPP, RFC 5731): `clientHold` and `serverHold` take it off the air, `redemptionPeriod` and `pendingDelete` mean that it is being lost. `notRegistered` alone: there is no registration.",
    example: ["clientTransferProhibited"]
  },
  checkedAt: {
    about:
      "When it was last read, ISO 8601 UTC; it is read once a day, and what was read stays while the registry cannot be asked.",
    example: time
  }
})

const milliseconds = (share: string, example: number) => ({
  about: `Of ${share} of the good checks, at most. Milliseconds.`,
  example,
  as: finite
})

const ResponseTimeRecord = described(
  ResponseTime,
  "ResponseTime",
  "How long good checks took, within 1 %; checks that this service itself delayed are left out.",
  {
    p50: milliseconds("half", 184.2),
    p95: milliseconds("95 %", 311.7),
    p99: milliseconds("99 %", 402.5)
  }
)

const EmailHealthRecord = described(EmailHealthGrade, "EmailHealthGrade", "The last e-mail health result.", {
  score: { about: "0 to 100, or null when nothing could be found out.", example: 92, as: Schema.NullOr(whole) },
  grade: { about: "A to F, or null when there is no score.", example: "A" },
  checkedAt: { about: "When it was checked, ISO 8601 UTC.", example: time }
})

const HopRecord = described(RedirectHop, "RedirectHop", "One stop on the way.", {
  url: { about: "The URL that was asked.", example: "http://example.com/" },
  statusCode: { about: "The status that it answered, or null when it did not.", example: 301, as: Schema.NullOr(whole) }
})

const RedirectRecord = described(RedirectFacts, "Redirect", "Whether the domain redirects.", {
  detected: { about: "Whether it does.", example: true },
  finalUrl: { about: "Where the redirects end.", example: "https://www.example.com/" },
  kind: { about: "Kind of redirect, or null when there is none.", example: "permanent" },
  hops: { about: "Every stop, in order.", as: Schema.Array(HopRecord) }
})

const TagRecord = described(Tag, "DomainTag", "A tag of the account.", {
  id: { about: "Id of the tag.", example: id },
  name: { about: "Name, unique in the account.", example: "Shops" },
  color: { about: "Hex colour.", example: "#6B7280" }
})

const percent = (window: string) => ({
  about: `Percent of the ${window} without downtime (paused and unknown time left out), or null without data.`,
  example: 99.98,
  as: Schema.NullOr(finite)
})

const UptimeRecord = described(Domain.fields.uptime, "Uptime", "Share of time up, in percent.", {
  last24h: percent("last 24 hours"),
  last7d: percent("last 7 days"),
  last30d: percent("last 30 days")
})

/** The record of a domain monitor with its description. */
export const DomainRecord = described(Domain, "Domain", "A domain monitor.", {
  id: { about: "Id, opaque.", example: id },
  url: { about: "What is checked: scheme, host, port and path.", example: "https://example.com" },
  hostname: { about: "Host name, IDNA ASCII.", example: "example.com" },
  name: { about: "Display name.", example: "Shop" },
  status: { about: "State; `unknown` until the first check after creation or resume.", example: "up" },
  isPaused: { about: "Whether checks and alerts are stopped.", example: false },
  access: { about: "What the caller may do with it.", example: "owner" },
  checkInterval: { about: "Time between two checks. Seconds.", example: 900, as: whole },
  timeoutSeconds: { about: "How long a check may take in all. Seconds.", example: 30, as: whole },
  emailHealthInterval: { about: "Time between two e-mail health checks. Seconds.", example: 86_400, as: whole },
  ccEmails: { about: "Addresses that get a copy of each alert.", example: ["ops@example.com"] },
  screenshotOnFailure: { about: "Whether a screenshot is taken when it goes down.", example: true },
  cardColor: { about: "Hex colour of its card.", example: "#6B7280" },
  lastCheckedAt: { about: "Last check, ISO 8601 UTC, or null before the first.", example: time },
  nextCheckAt: { about: "Next check, ISO 8601 UTC, or null while paused.", example: "2026-11-21T08:30:00.000Z" },
  statusChangedAt: {
    about: "Since when it has its state, ISO 8601 UTC, or null before the first check.",
    example: time
  },
  lastStatusCode: {
    about: "HTTP status of the last check, or null when there was no answer.",
    example: 200,
    as: Schema.NullOr(whole)
  },
  lastResponseTimeMs: {
    about: "Duration of the last check, or null when there was no answer. Milliseconds.",
    example: 184,
    as: Schema.NullOr(finite)
  },
  lastError: { about: "Why the last check failed, or null when it did not.", as: Schema.NullOr(FaultRecord) },
  uptime: { about: "Share of time up, in percent.", as: UptimeRecord },
  responseTime: {
    about:
      "Percentiles of the last 24 hours, by whole hours and the one that is running, or null without a good check.",
    as: Schema.NullOr(ResponseTimeRecord)
  },
  ssl: { about: "Certificate, or null before an HTTPS answer.", as: Schema.NullOr(SslRecord) },
  domainExpiry: { about: "End of the registration, or null while unknown.", as: Schema.NullOr(ExpiryRecord) },
  emailHealth: { about: "Last e-mail health result, or null before the first.", as: Schema.NullOr(EmailHealthRecord) },
  redirect: { about: "Redirects seen by the last check, or null before the first.", as: Schema.NullOr(RedirectRecord) },
  tags: { about: "Its tags.", as: Schema.Array(TagRecord) },
  createdAt: { about: "When it was added, ISO 8601 UTC.", example: time },
  updatedAt: { about: "When its configuration last changed, ISO 8601 UTC.", example: time }
})

const failedRecord = (what: string) =>
  Schema.Struct({
    id: Schema.String.annotate({ description: "Id as it was given.", examples: [id] }),
    message: Schema.String.annotate({ description: `Why it could not be ${what}.`, examples: ["Domain not found."] })
  })

const number = (description: string, example: number) => whole.annotate({ description, examples: [example] })

/** What a bulk update did. */
export const BulkUpdated = Schema.Struct({
  updated: number("How many were changed.", 2),
  failed: number("How many could not be.", 1),
  errors: Schema.Array(failedRecord("changed")).annotate({ description: "One entry for each that could not be." })
}).annotate({ identifier: "BulkUpdated", title: "BulkUpdated", description: "What a bulk update did." })

/** What a bulk delete did. */
export const BulkDeleted = Schema.Struct({
  deleted: number("How many were deleted.", 2),
  failed: number("How many could not be.", 1),
  errors: Schema.Array(failedRecord("deleted")).annotate({ description: "One entry for each that could not be." })
}).annotate({ identifier: "BulkDeleted", title: "BulkDeleted", description: "What a bulk delete did." })

/** What deleting one thing answers. */
export const Deleted = Schema.Struct({
  id: Schema.String.annotate({ description: "Id of what was deleted.", examples: [id] }),
  deleted: Schema.tag(true).annotate({ description: "Always true." })
}).annotate({ identifier: "Deleted", title: "Deleted", description: "What was deleted." })
