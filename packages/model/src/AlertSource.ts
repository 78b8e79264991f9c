import * as Schema from "effect/Schema"
import { AlertSeverity } from "./AlertRoute.ts"
import { alertSourceKinds } from "./alertSourceLimits.ts"
import { described } from "./Described.ts"
import { Acknowledgement, IncidentStatus } from "./Incident.ts"
import { NotificationDelivery } from "./Notification.ts"

const { count, flag, id, list, orNull, record, text, textOrNull, time, timeOrNull, value } = described

/** The tool whose alerts a source receives. */
export const AlertSourceKind = Schema.Literals(alertSourceKinds)
export type AlertSourceKind = typeof AlertSourceKind.Type

/** A source of alerts: another tool that sends its alerts to the account. */
export const AlertSource = record("AlertSource", "Another tool that sends its alerts to the account.", {
  id: id("Opaque id of the source."),
  name: text("Name of the source.", "Prometheus"),
  kind: value(AlertSourceKind, "The tool, which decides the form of the alerts.", "alertmanager"),
  isActive: flag("Whether the source accepts alerts.", true),
  tokenHint: text("The last 4 characters of the token.", "9f3c"),
  openIncidents: count("Number of open incidents.", 0),
  createdAt: time("Creation time, ISO 8601 UTC."),
  lastReceivedAt: timeOrNull("Time of the last alert, ISO 8601 UTC, or null if there was none."),
  stoppedBy: textOrNull(
    "The reason why the source accepts no alerts: `plan` if the plan allows fewer sources. Null: no reason.",
    null
  )
})
export interface AlertSource extends Schema.Schema.Type<typeof AlertSource> {}

/** A source with its token, which is shown only once. */
export const NewAlertSource = record("NewAlertSource", "A source with its new token, which is shown only once.", {
  ...AlertSource.fields,
  token: text("The token: 32 hexadecimal digits.", "3f1c0c8e5b7d4a6f9e2d1b0a7c5e9f3c"),
  address: text(
    "The address to enter in the sender. It contains the token.",
    "https://mon.example.com/in/3f1c0c8e5b7d4a6f9e2d1b0a7c5e9f3c/alertmanager"
  )
})
export interface NewAlertSource extends Schema.Schema.Type<typeof NewAlertSource> {}

/** A label of an alert, such as `instance` and `db1:9100`. */
export const AlertLabel = record("AlertLabel", "A label of an alert.", {
  name: text("Name of the label.", "instance"),
  value: text("Value of the label.", "db1:9100")
})
export interface AlertLabel extends Schema.Schema.Type<typeof AlertLabel> {}

/** The statements of another tool about a problem. They are text from outside, and are always escaped. */
export const AlertFacts = record("AlertFacts", "The statements of another tool about a problem.", {
  title: text("The problem in a few words.", "Disk almost full on db1"),
  summary: textOrNull("The problem in more words, or null.", "/var is 96 % full."),
  severity: value(AlertSeverity, "Severity that the tool stated.", "critical"),
  link: textOrNull("Page of the tool about the problem, or null.", "https://grafana.example.com/d/1"),
  labels: list(AlertLabel, "The labels of the alert.")
})
export interface AlertFacts extends Schema.Schema.Type<typeof AlertFacts> {}

/** An incident that another tool has opened. It belongs to no monitor. */
export const SourceIncident = record("SourceIncident", "An incident that another tool has opened.", {
  id: id("Opaque id of the incident."),
  sourceId: id("Id of the source."),
  sourceName: text("Name of the source.", "Prometheus"),
  sourceKind: value(AlertSourceKind, "The tool that sent the alert.", "alertmanager"),
  key: text("The key by which the tool identifies the alert.", "57c6d9296de2ad39"),
  status: value(IncidentStatus, "Whether the incident has ended.", "open"),
  ...AlertFacts.fields,
  startedAt: time("Time of the first alert, ISO 8601 UTC."),
  lastReceivedAt: time("Time of the last alert with this key, ISO 8601 UTC."),
  alerts: count("Number of alerts with this key, including the first one.", 1),
  resolvedAt: timeOrNull("Time of the end, ISO 8601 UTC. Null while the incident is open."),
  durationSeconds: count("Duration from start to end, or until now while the incident is open. Seconds.", 420),
  note: textOrNull("The last note that the tool sent, or null.", null),
  acknowledgement: orNull(
    Acknowledgement,
    "The acknowledgement by the person who is dealing with the incident, or null. It stops the alert's reminders and remaining steps, but not the recovery message."
  )
})
export interface SourceIncident extends Schema.Schema.Type<typeof SourceIncident> {}

/** An incident that another tool has opened, with the messages about it. */
export const SourceIncidentDetails = record(
  "SourceIncidentDetails",
  "An incident that another tool has opened, with the messages about it.",
  {
    ...SourceIncident.fields,
    deliveries: list(NotificationDelivery, "The deliveries of the notifications about the incident, oldest first.")
  }
)
export interface SourceIncidentDetails extends Schema.Schema.Type<typeof SourceIncidentDetails> {}
