import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { described } from "./Described.ts"
import { Domain, DomainStatus, SslFacts } from "./Domain.ts"
import { Fault } from "./Fault.ts"
import { outputOf } from "./MonitorField.ts"
import { serviceFields } from "./serviceFields.ts"
import { triedCheck } from "./TriedCheck.ts"

const { flag, numberOrNull, orNull, record, text, textOrNull, texts, value } = described
const { certificateProblems, error, expectations, responseTimeMs, slow, timings } = triedCheck

const { name, ...settings } = Struct.map(serviceFields, outputOf)
const {
  access,
  createdAt,
  id,
  isPaused,
  lastCheckedAt,
  maintenance,
  nextCheckAt,
  responseTime,
  statusChangedAt,
  stoppedOptions,
  tags,
  updatedAt,
  uptime
} = Domain.fields

/** The record of a service. Absent values are null, never missing. */
export const Service = record("Service", "A service that is not a web site, such as a database or a mail server.", {
  id,
  url: text("Address of the service: its type, host and port.", "postgres://db.example.com:5432"),
  hostname: text("Host name in IDNA ASCII, or IP address.", "db.example.com"),
  name,
  status: value(DomainStatus, "State of the service. `unknown` until the first check after creation or resume.", "up"),
  isPaused,
  isDegraded: flag(
    "Whether the service is degraded. It becomes degraded after three checks in a row that were slower than `degradedAfterMs`, and stops being degraded after three that were not.",
    false
  ),
  access,
  ...settings,
  stoppedOptions,
  lastCheckedAt,
  nextCheckAt,
  statusChangedAt,
  lastResponseTimeMs: numberOrNull("Duration of the last check, or null if it failed. Milliseconds.", 12),
  lastError: orNull(
    Fault,
    "The reason why the last check failed, or null if it passed. The code `prober_fault` means that Mon could not run the check. In that case, the state stays the same. While the service is down, the code stays the same too, and the message says both."
  ),
  uptime,
  maintenance,
  responseTime,
  ssl: orNull(SslFacts, "Certificate of the service, or null if no check received one."),
  tags,
  createdAt,
  updatedAt
})
export interface Service extends Schema.Schema.Type<typeof Service> {}

/** The result of a check of a service that is not stored. */
export const ServiceTrial = record("ServiceTrial", "One check of a service, which is not stored.", {
  status: value(
    Schema.Literals(["up", "down", "unknown"]),
    "Outcome of the check. `unknown` if the prober itself could not run the check.",
    "down"
  ),
  url: text("Address of the service: its type, host and port.", "postgres://db.example.com:5432"),
  address: textOrNull("IP address to which the check connected, or null if there was no connection.", "203.0.113.9"),
  slow,
  responseTimeMs,
  timings,
  expectations,
  certificateProblems,
  found: texts("What the check found out about the service, such as its version. One text for each fact.", [
    "serverVersion: 15.9"
  ]),
  error
})
export interface ServiceTrial extends Schema.Schema.Type<typeof ServiceTrial> {}
