import * as Schema from "effect/Schema"
import { Fault, Timestamp } from "./Domain.ts"

const Milliseconds = Schema.NullOr(Schema.Number)

/** One check in the history of a domain. `unknown` is a check that the prober could not make. */
export const CheckRecord = Schema.Struct({
  id: Schema.String,
  domainId: Schema.String,
  checkedAt: Timestamp,
  status: Schema.Literals(["up", "down", "unknown"]),
  statusCode: Schema.NullOr(Schema.Number),
  responseTimeMs: Milliseconds,
  timings: Schema.Struct({
    dnsMs: Milliseconds,
    connectMs: Milliseconds,
    tlsMs: Milliseconds,
    waitMs: Milliseconds,
    downloadMs: Milliseconds
  }),
  location: Schema.String,
  error: Schema.NullOr(Fault)
})
export type CheckRecord = typeof CheckRecord.Type
