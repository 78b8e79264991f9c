import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { IncidentDiagnosis } from "./Incident.ts"

const { orNull, record, text, time, value } = described

/** The state of a domain that one location reports while most of the other locations report the opposite. */
export const LocationAdvisory = record(
  "LocationAdvisory",
  "A location whose checks contradict those of most other locations.",
  {
    location: text("Location of the prober.", "nyc-1"),
    sees: value(
      Schema.Literals(["up", "down"]),
      "Result of the checks from this location, which is the opposite of the domain's state.",
      "down"
    ),
    since: time("The time when the other locations first outvoted this result, ISO 8601 UTC."),
    seenAt: time("The time when the other locations last outvoted this result, ISO 8601 UTC."),
    diagnosis: orNull(
      IncidentDiagnosis,
      "The reason why this location sees that the site is down, as far as its checks and those of the other locations show. Null if it sees that the site is up."
    )
  }
)
export interface LocationAdvisory extends Schema.Schema.Type<typeof LocationAdvisory> {}
