import { CheckRecord, Incident, IncidentCheck } from "@mon/model"
import * as Schema from "effect/Schema"
import { described, finite, whole } from "./Described.ts"
import { FaultRecord } from "./DomainRecord.ts"

const id = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const time = "2026-11-21T08:15:00.000Z"

const IncidentCheckRecord = described(IncidentCheck, "IncidentCheck", "A check that took part in an incident.", {
  at: { about: "When, ISO 8601 UTC.", example: time },
  location: { about: "From where.", example: "default" },
  outcome: { about: "Code of the outcome; `ok` for a good check.", example: "http_status" },
  statusCode: { about: "HTTP status, or null when there was no answer.", example: 503, as: Schema.NullOr(whole) }
})

/** The record of an incident with its description. */
export const IncidentRecord = described(Incident, "Incident", "A downtime of a domain.", {
  id: { about: "Id, opaque.", example: id },
  domainId: { about: "Id of the domain.", example: id },
  domainName: { about: "Display name of the domain.", example: "Shop" },
  domainUrl: { about: "URL of the domain.", example: "https://example.com" },
  status: { about: "Whether it is over.", example: "resolved" },
  resolution: { about: "How it ended, or null while open.", example: "recovered" },
  startedAt: { about: "First failed check, ISO 8601 UTC.", example: time },
  resolvedAt: {
    about: "First good check, or when it was paused or deleted, ISO 8601 UTC; null while open.",
    example: time
  },
  durationSeconds: { about: "From start to end, or until now while open. Seconds.", example: 420, as: whole },
  triggerStatusCode: {
    about: "HTTP status of the first failed check, or null when there was no answer.",
    example: 503,
    as: Schema.NullOr(whole)
  },
  resolutionStatusCode: {
    about: "HTTP status of the first good check, or null.",
    example: 200,
    as: Schema.NullOr(whole)
  },
  triggerError: { about: "Why the first failed check failed, or null.", as: Schema.NullOr(FaultRecord) },
  triggerScreenshotUrl: { about: "Screenshot at the start, or null when there is none." },
  resolutionScreenshotUrl: { about: "Screenshot at the end, or null when there is none." },
  checks: {
    about: "The checks that confirmed it and those that ended it, oldest first.",
    as: Schema.Array(IncidentCheckRecord)
  }
})

const phase = (what: string) => ({
  about: `${what} Milliseconds, or null when it did not come to that.`,
  example: 12,
  as: Schema.NullOr(finite)
})

const TimingsRecord = described(CheckRecord.fields.timings, "Timings", "Where the time of a check went.", {
  dnsMs: phase("Checking up the name."),
  connectMs: phase("Opening the connection."),
  tlsMs: phase("TLS handshake."),
  waitMs: phase("Waiting for the first byte of the answer."),
  downloadMs: phase("Reading the answer.")
})

/** The record of one check with its description. */
export const CheckHistoryRecord = described(CheckRecord, "CheckRecord", "One check a domain.", {
  id: { about: "Id, opaque.", example: id },
  domainId: { about: "Id of the domain.", example: id },
  checkedAt: { about: "When, ISO 8601 UTC.", example: time },
  status: { about: "Outcome of this check; `unknown` is a fault of the prober.", example: "up" },
  statusCode: { about: "HTTP status, or null when there was no answer.", example: 200, as: Schema.NullOr(whole) },
  responseTimeMs: {
    about: "Duration, or null when there was no answer. Milliseconds.",
    example: 184,
    as: Schema.NullOr(finite)
  },
  timings: { about: "Where the time went.", as: TimingsRecord },
  location: { about: "From where.", example: "default" },
  error: { about: "Why it failed, or null when it did not.", as: Schema.NullOr(FaultRecord) }
})
