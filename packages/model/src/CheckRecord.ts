import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { Fault } from "./Domain.ts"

const { countOrNull, id, numberOrNull, orNull, record, text, time, value } = described

const phase = (what: string) => numberOrNull(`${what} Milliseconds, or null when the check did not get that far.`, 12)

const Timings = record("Timings", "Durations of the phases of a check.", {
  dnsMs: phase("Looking up the name."),
  connectMs: phase("Opening the connection."),
  tlsMs: phase("TLS handshake."),
  waitMs: phase("Waiting for the first byte of the answer."),
  downloadMs: phase("Reading the answer.")
})

/** One check in the history of a domain. `unknown` is a check that the prober could not make. */
export const CheckRecord = record("CheckRecord", "One check of a domain.", {
  id: id("Id, opaque."),
  domainId: id("Id of the domain."),
  checkedAt: time("When, ISO 8601 UTC."),
  status: value(
    Schema.Literals(["up", "down", "unknown"]),
    "Outcome of this check; `unknown` when the prober itself could not make it.",
    "up"
  ),
  statusCode: countOrNull("HTTP status, or null when there was no answer.", 200),
  responseTimeMs: numberOrNull("Duration, or null when there was no answer. Milliseconds.", 184),
  timings: Timings,
  location: text("Location of the prober.", "default"),
  error: orNull(Fault, "Why it failed, or null when it passed.")
})
export type CheckRecord = typeof CheckRecord.Type
