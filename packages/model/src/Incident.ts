import * as Schema from "effect/Schema"
import { Fault, Timestamp } from "./Domain.ts"

/** What ended an incident: good checks, or that its monitor was paused or deleted. */
export const Resolution = Schema.Literals(["recovered", "paused", "deleted"])
export type Resolution = typeof Resolution.Type

/** One check that took part in an incident: the ones that confirmed it and the ones that ended it. */
export const IncidentCheck = Schema.Struct({
  at: Timestamp,
  location: Schema.String,
  outcome: Schema.String,
  statusCode: Schema.NullOr(Schema.Number)
})

/** A downtime of a domain. It starts at the first failed check, not at the confirmation. */
export const Incident = Schema.Struct({
  id: Schema.String,
  domainId: Schema.String,
  domainName: Schema.String,
  domainUrl: Schema.String,
  status: Schema.Literals(["open", "resolved"]),
  resolution: Schema.NullOr(Resolution),
  startedAt: Timestamp,
  resolvedAt: Schema.NullOr(Timestamp),
  durationSeconds: Schema.Number,
  triggerStatusCode: Schema.NullOr(Schema.Number),
  resolutionStatusCode: Schema.NullOr(Schema.Number),
  triggerError: Schema.NullOr(Fault),
  triggerScreenshotUrl: Schema.NullOr(Schema.String),
  resolutionScreenshotUrl: Schema.NullOr(Schema.String),
  checks: Schema.Array(IncidentCheck)
})
export type Incident = typeof Incident.Type
