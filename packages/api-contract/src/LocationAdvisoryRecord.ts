import { LocationAdvisory } from "@mon/model"
import { described } from "./Described.ts"

const time = "2026-11-21T08:15:00.000Z"

/** The record of an advisory with its description. */
export const LocationAdvisoryRecord = described(
  LocationAdvisory,
  "LocationAdvisory",
  "What a location sees that most others do not.",
  {
    location: { about: "From where.", example: "nyc-1" },
    sees: { about: "What it sees: the contrary of the domain's status.", example: "down" },
    since: { about: "When the others first outvoted it with this verdict, ISO 8601 UTC.", example: time },
    seenAt: { about: "When they last did, ISO 8601 UTC.", example: time }
  }
)
