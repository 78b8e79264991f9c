import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { byKind, monitorKinds } from "./monitorKinds.ts"
import { MonitorState } from "./MonitorList.ts"

const { countOrNull, id, idOrNull, record, textOrNull, value } = described

const monitorFields = {
  id: id("Id of the monitor."),
  state: value(
    Schema.Union([MonitorState, Schema.Literal("deleted")]),
    "State of the monitor, as in `GET /monitors`, or `deleted`.",
    "down"
  ),
  since: countOrNull("Start of the state as Unix time, or null if unknown. Seconds.", 1_795_680_000),
  reason: textOrNull("Code of the last failed check, or null if the last check passed.", "http_status")
}

/** The data of each event of `GET /events`, by the name of the event. */
export const liveEvents = {
  ...byKind((kind) =>
    record(
      `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Event`,
      `A ${monitorKinds[kind].noun} has changed: its state, its settings, its tags, the results of its checks, or what the caller has marked as seen.`,
      monitorFields
    )
  ),
  incident: record("IncidentEvent", "An incident began, changed or ended.", {
    id: id("Id of the incident."),
    domainId: idOrNull("Id of the domain, or null if it no longer exists.")
  }),
  change: record("ChangeEvent", "A page changed, or the caller marked a change.", {
    id: id("Id of the change."),
    urlId: idOrNull("Id of the URL monitor, or null if it no longer exists.")
  }),
  job: record("JobEvent", "A simulation progressed.", { id: id("Id of the simulation.") }),
  notification: record("NotificationEvent", "A notification was created, or its delivery status changed.", {
    id: id("Id of the notification.")
  }),
  ready: record(
    "ReadyEvent",
    "The stream has started. Earlier events are lost, so reload all data that you loaded before.",
    {}
  ),
  resync: record("ResyncEvent", "Events may have been lost, so load everything again.", {}),
  end: record("EndEvent", "The session has ended, or the API key was revoked. The stream ends.", {})
} as const

/** An event of `GET /events`. */
export type LiveEvent = {
  readonly [Name in keyof typeof liveEvents]: {
    readonly name: Name
    readonly data: (typeof liveEvents)[Name]["Type"]
  }
}[keyof typeof liveEvents]
