import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { Fault } from "./Domain.ts"

const { count, countOrNull, id, list, orNull, record, text, time, timeOrNull, value } = described

/** What ended an incident: good checks, or that its monitor was paused or deleted. */
export const Resolution = Schema.Literals(["recovered", "paused", "deleted"])
export type Resolution = typeof Resolution.Type

/** One check that took part in an incident: the ones that confirmed it and the ones that ended it. */
export const IncidentCheck = record("IncidentCheck", "A check that took part in an incident.", {
  at: time("When, ISO 8601 UTC."),
  location: text("Location of the prober.", "default"),
  outcome: text("Code of the outcome; `ok` for a successful check.", "http_status"),
  statusCode: countOrNull("HTTP status, or null when there was no answer.", 503)
})

const screenshot = (description: string) => Schema.NullOr(Schema.String).annotate({ description })

/** A downtime of a domain. It starts at the first failed check, not at the confirmation. */
export const Incident = record("Incident", "A downtime of a domain.", {
  id: id("Id, opaque."),
  domainId: id("Id of the domain."),
  domainName: text("Display name of the domain.", "Shop"),
  domainUrl: text("URL of the domain.", "https://example.com"),
  status: value(Schema.Literals(["open", "resolved"]), "Whether it is over.", "resolved"),
  resolution: value(Schema.NullOr(Resolution), "How it ended, or null while open.", "recovered"),
  startedAt: time("First failed check, ISO 8601 UTC."),
  resolvedAt: timeOrNull(
    "First successful check, or when the domain was paused or deleted, ISO 8601 UTC; null while open."
  ),
  durationSeconds: count("From start to end, or until now while open. Seconds.", 420),
  triggerStatusCode: countOrNull("HTTP status of the first failed check, or null when there was no answer.", 503),
  resolutionStatusCode: countOrNull("HTTP status of the first successful check, or null.", 200),
  triggerError: orNull(Fault, "Why the first failed check failed, or null."),
  triggerScreenshotUrl: screenshot("URL of the screenshot at the start, or null when there is none."),
  resolutionScreenshotUrl: screenshot("URL of the screenshot at the end, or null when there is none."),
  checks: list(IncidentCheck, "The checks that confirmed it and those that ended it, oldest first.")
})
export type Incident = typeof Incident.Type
