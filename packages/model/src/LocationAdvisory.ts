import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { record, text, time, value } = described

/** What one location sees of a domain while the majority of the locations that checked sees the contrary. */
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
    since: time("When the other locations first outvoted this result, ISO 8601 UTC."),
    seenAt: time("When the other locations last outvoted this result, ISO 8601 UTC.")
  }
)
export interface LocationAdvisory extends Schema.Schema.Type<typeof LocationAdvisory> {}
