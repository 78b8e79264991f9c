import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { idOrNull, list, record, text, textOrNull, time, timeOrNull, word } = described

/**
 * The kinds of events of a domain. The order of the kinds never changes, because events that happen at the same time
 * are sorted by the position of their kind. New kinds are appended.
 */
export const timelineEventKinds = [
  "incident_opened",
  "incident_confirmed",
  "incident_closed",
  "acknowledged",
  "maintenance",
  "marker",
  "monitor_edited",
  "dns_changed",
  "certificate_changed",
  "registration_changed",
  "redirect_changed",
  "page_changed",
  "email_health_changed",
  "listings_changed",
  "location_advisory",
  "response_step",
  "repair_applied",
  "repair_verified",
  "repair_closed",
  "repair_reopened"
] as const
/** A kind of {@link TimelineEvent}. */
export type TimelineEventKind = (typeof timelineEventKinds)[number]

/** The limits of timeline events: the number of events in one response, and their maximum age. */
export const timelineEventLimits = {
  page: { minimum: 1, maximum: 200, default: 50 },
  /** The age of the oldest events, in days. */
  days: 90
} as const

const TimelineEventChange = record("TimelineEventChange", "One thing that an event changed.", {
  field: text(
    "Name of what changed: one of the monitor's fields, the certificate or the registration; type and name of DNS records; `url`, `score`, `grade` or `listings`; or the phase of a response time: `dns`, `connect`, `tls`, `wait` or `download`.",
    "wait"
  ),
  before: textOrNull(
    "The value before, or null. Several values are separated by commas. Phases are in milliseconds. Edits to a monitor do not show values.",
    "120"
  ),
  after: textOrNull("The value after, in the same form.", "340")
})

/** One event in the timeline of a domain. Absent values are null. */
export const TimelineEvent = record("TimelineEvent", "One event in the timeline of a domain.", {
  id: text("Position of the event in the timeline. Use it as `before` to read older events.", "1795680000000000.5.17"),
  at: time("The time of the event, ISO 8601 UTC."),
  until: timeOrNull("End of a maintenance window, ISO 8601 UTC. It can be in the future. Null for other events."),
  kind: word(timelineEventKinds, "The kind of event."),
  code: textOrNull(
    "Error code of the first failed check (`incident_opened`), class of the likely cause (`incident_confirmed`), resolution (`incident_closed`), action (`monitor_edited`), code of the finding or class of the cause (`repair_*`), `slower` or `faster` (`response_step`), or `up` or `down` (`location_advisory`).",
    "http_status"
  ),
  text: textOrNull(
    "Error message, title of the likely cause, note, name of the maintenance window, text of the marker, summary of a page change, finding or cause of a repair, or location.",
    "Deployed 4.2.0"
  ),
  by: textOrNull("The person or channel behind the event: a name, an email address or the name of a channel.", "Ada"),
  link: textOrNull("URL of the marker.", "https://ci.example.com/runs/1234"),
  subjectId: idOrNull(
    "Id of the incident, marker, maintenance window, DNS change, page change or repair. An incident's repair has the incident's id."
  ),
  urlId: idOrNull("Id of the URL monitor of a page change."),
  changes: list(TimelineEventChange, "The changed values, at most 20 entries.")
})
export interface TimelineEvent extends Schema.Schema.Type<typeof TimelineEvent> {}
