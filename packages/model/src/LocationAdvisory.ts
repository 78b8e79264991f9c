import * as Schema from "effect/Schema"
import { Timestamp } from "./Domain.ts"

/** What one location sees of a domain while the majority of the locations that checked sees the contrary. */
export const LocationAdvisory = Schema.Struct({
  location: Schema.String,
  sees: Schema.Literals(["up", "down"]),
  since: Timestamp,
  seenAt: Timestamp
})
export type LocationAdvisory = typeof LocationAdvisory.Type
