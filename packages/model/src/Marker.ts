import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { field } from "./Field.ts"

const { id, record, textOrNull, time } = described

/** Limits of markers. */
export const markerLimits = {
  textLength: 200,
  /** The maximum length of a link. The limit is the same as for URLs of monitors. */
  linkLength: 2_048,
  /** The maximum age of the time of a new marker, in days: the length of the timeline. */
  days: 90,
  /** The maximum time by which a new marker may be in the future, in seconds, because clocks differ. */
  aheadSeconds: 300,
  /** The number of markers in one response. */
  listed: { minimum: 1, maximum: 200, default: 50 }
} as const

/** The text of a marker. */
export const markerText = field.text("text", {
  about: "A description of the event, such as the version that was deployed.",
  example: "Deployed 4.2.0",
  maximum: markerLimits.textLength
})

/** The record of a marker. */
export const MarkerRecord = record("Marker", "A moment in the timeline of a domain, such as a deployment.", {
  id: id("Opaque id of the marker."),
  at: time("The time of the event, ISO 8601 UTC."),
  text: markerText.output,
  link: textOrNull("URL of a page about the event, or null.", "https://ci.example.com/runs/1234"),
  by: textOrNull("Name or email address of the person whose key or session added the marker, or null.", "Ada"),
  createdAt: time("Creation time, ISO 8601 UTC.")
})
export interface MarkerRecord extends Schema.Schema.Type<typeof MarkerRecord> {}
