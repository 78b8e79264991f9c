import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { Access, Tag } from "./Domain.ts"
import { flapping } from "./flapping.ts"
import { MonitorKind } from "./MonitorKind.ts"
import { requestFields } from "./requestFields.ts"
import { unseenChangesShown } from "./PageMonitor.ts"

const { countOrNull, flagOrNull, id, list, numberOrNull, record, text, textOrNull, texts, value } = described

const since = 1_795_680_000

/** The states that monitors of all kinds can have in the list of monitors. */
export const MonitorState = Schema.Literals([
  "unknown",
  "up",
  "degraded",
  "down",
  "active",
  "changed",
  "error",
  "paused"
])
export type MonitorState = typeof MonitorState.Type

const columns = {
  id: id("Id of the monitor."),
  kind: value(MonitorKind, "Kind of monitor.", "domain"),
  name: text("Display name.", "Shop"),
  url: text("URL of the monitor.", "https://example.com"),
  state: value(
    MonitorState,
    "State of the monitor. `paused` if it is paused, and `degraded` if it is available but slow, or its content has a remark.",
    "up"
  ),
  since: countOrNull("Start of the state as Unix time, or null if unknown. Seconds.", since),
  responseMs: countOrNull("Duration of the last check, or null if there was no response. Milliseconds.", 184),
  uptime30d: numberOrNull("Uptime in the last 30 days, rounded down, or null if unknown. Percent.", 99.95),
  certificateDays: countOrNull("Days until the certificate expires, or null if unknown.", 62),
  registrationDays: countOrNull("Days until the domain's registration expires, or null if unknown.", 200),
  mailGrade: textOrNull("Email-health grade from A to F, or null if unknown or not checked.", "A"),
  reason: textOrNull("Code of the last failed check, or null if the last check passed.", null),
  access: value(Access, "The caller's access to the monitor.", "owner"),
  tags: value(Schema.Array(Schema.Int), "Positions of the tags in the response's `tags`.", [0]),
  certificateProblem: textOrNull("Code of the first problem with the certificate, or null if there is none.", null),
  unseenChanges: countOrNull(
    `Number of changes to a page that the caller has not seen, at most ${unseenChangesShown}. Null for domains.`,
    null
  ),
  changedAt: countOrNull(
    "Last change to a page, or to a domain's watched DNS records, as Unix time, or null if there was none. Seconds.",
    null
  ),
  acknowledgedBy: textOrNull(
    "Who acknowledged the open incident: a person, or an alert's channel. Null if nobody has, or if there is no open incident.",
    null
  ),
  maintenanceUntil: countOrNull("End of the active maintenance as Unix time, or null if there is none. Seconds.", null),
  flapping: countOrNull(
    `Number of announced state changes in the last ${flapping.hours} hours, if there are so many that one notice replaces their alerts. Null: there are fewer than ${flapping.transitions}.`,
    null
  ),
  contentFault: textOrNull(
    "Code of the problem that the content of the last response shows, as in the `contentFault` of the monitor. Null if nothing is wrong.",
    null
  ),
  contentFaultCertain: flagOrNull(
    "Whether such a page counts as an outage if `contentFaults` is `down`, or null if nothing is wrong with it.",
    null
  ),
  contentFaults: value(
    requestFields.contentFaults.output,
    "What happens if the status is fine but the page shows that the site is broken.",
    "down"
  )
} as const

/** The fields of a row of {@link MonitorList}, in the order of the row. A later version may append fields. */
export const monitorListFields = Object.keys(columns) as ReadonlyArray<keyof typeof columns>

/** One monitor, as the values of the {@link monitorListFields} in the order of these fields. */
export const MonitorListRow = Schema.TupleWithRest(
  Schema.Tuple([
    columns.id,
    columns.kind,
    columns.name,
    columns.url,
    columns.state,
    columns.since,
    columns.responseMs,
    columns.uptime30d,
    columns.certificateDays,
    columns.registrationDays,
    columns.mailGrade,
    columns.reason,
    columns.access,
    columns.tags,
    columns.certificateProblem,
    columns.unseenChanges,
    columns.changedAt,
    columns.acknowledgedBy,
    columns.maintenanceUntil,
    columns.flapping,
    columns.contentFault,
    columns.contentFaultCertain,
    columns.contentFaults
  ]),
  [Schema.Json]
).annotate({
  identifier: "MonitorListRow",
  title: "MonitorListRow",
  description: `The values of one monitor, in the order of \`fields\`: ${monitorListFields.join(", ")}. A later version may append values.`
})
export type MonitorListRow = typeof MonitorListRow.Type

/** The list of all monitors that the caller can see, small enough for one response. */
export const MonitorList = record("MonitorList", "All monitors that the caller can see.", {
  fields: texts("Names of the values of each row.", monitorListFields),
  tags: list(Tag, "The account's tags. Rows refer to a tag by its position in this list."),
  rows: list(MonitorListRow, "One row for each monitor: domains before URL monitors, newest first.")
})
export interface MonitorList extends Schema.Schema.Type<typeof MonitorList> {}
