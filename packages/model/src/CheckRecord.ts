import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { Fault } from "./Fault.ts"

const { countOrNull, id, numberOrNull, orNull, record, text, time, value } = described

const phase = (what: string) => numberOrNull(`${what} Milliseconds, or null if the check did not reach this phase.`, 12)

export const CheckTimings = record("Timings", "Durations of the phases of a check.", {
  dnsMs: phase("Lookup of the host name."),
  connectMs: phase("Opening of the connection."),
  tlsMs: phase("TLS handshake."),
  waitMs: phase("Wait for the first byte of the response."),
  downloadMs: phase("Reading of the response.")
})

/** One check in the history of a domain. `unknown`: the prober could not make the check. */
export const CheckRecord = record("CheckRecord", "One check of a domain.", {
  id: id("Opaque id of the check."),
  domainId: id("Id of the domain."),
  checkedAt: time("When, ISO 8601 UTC."),
  status: value(
    Schema.Literals(["up", "down", "unknown"]),
    "Outcome of the check. `unknown` if the prober itself could not run the check.",
    "up"
  ),
  statusCode: countOrNull("HTTP status, or null if there was no response.", 200),
  responseTimeMs: numberOrNull("Duration of the check, or null if there was no response. Milliseconds.", 184),
  timings: CheckTimings,
  location: text("Location of the prober.", "default"),
  error: orNull(Fault, "The reason why the check failed, or null if it passed.")
})
export interface CheckRecord extends Schema.Schema.Type<typeof CheckRecord> {}
