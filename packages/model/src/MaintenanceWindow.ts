import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { count, flag, id, list, orNull, record, text, textOrNull, texts, time, timeOrNull, value } = described

/** Limits of maintenance windows. */
export const maintenanceLimits = {
  nameLength: 100,
  /** The range for the length of an occurrence: one minute to 30 days. */
  minutes: { minimum: 1, maximum: 43_200 },
  recurrenceLength: 250,
  /** The maximum number of monitors that one window names. `tags` is the maximum number of tags. */
  monitors: 1_000,
  tags: 100,
  pageSize: { minimum: 1, maximum: 100, default: 50 },
  /** The number of occurrences that a preview lists. */
  previewed: 5,
  /** The number of days for which a window is listed after it has ended. */
  listedDays: 30
} as const

/**
 * The state of a window. `active`: it suppresses alerts now. `scheduled`: it will suppress alerts later. `stopped`: it
 * has no effect, because the plan allows fewer windows. `ended`: it has no further occurrence.
 */
export const MaintenanceState = Schema.Literals(["active", "scheduled", "stopped", "ended"])
export type MaintenanceState = typeof MaintenanceState.Type

/** One period in which a maintenance window is active. */
export const MaintenanceOccurrence = record("MaintenanceOccurrence", "One occurrence of a maintenance window.", {
  startsAt: time("Start, ISO 8601 UTC.", "2027-01-03T01:00:00.000Z"),
  endsAt: time("End, ISO 8601 UTC.", "2027-01-03T03:00:00.000Z")
})
export interface MaintenanceOccurrence extends Schema.Schema.Type<typeof MaintenanceOccurrence> {}

/** A maintenance window as other records refer to it. */
export const MaintenanceName = record("MaintenanceName", "The maintenance window that suppressed an alert.", {
  id: id("Id of the maintenance window."),
  name: text("Name of the maintenance window.", "Weekly deployment")
})
export interface MaintenanceName extends Schema.Schema.Type<typeof MaintenanceName> {}

/** The maintenance window that is active for a monitor. */
export const ActiveMaintenance = record("ActiveMaintenance", "The maintenance window that is active now.", {
  ...MaintenanceName.fields,
  endsAt: time("End of the maintenance, ISO 8601 UTC. Overlapping and adjacent windows count as one.")
})
export interface ActiveMaintenance extends Schema.Schema.Type<typeof ActiveMaintenance> {}

/** The record of a maintenance window. */
export const MaintenanceWindow = record("MaintenanceWindow", "A period in which alerts are suppressed.", {
  id: id("Opaque id of the maintenance window."),
  name: text("Display name.", "Weekly deployment"),
  state: value(
    MaintenanceState,
    "`active` while the window suppresses alerts, `scheduled` before its next occurrence, `ended` after its last one. `stopped` if the plan allows fewer windows: the newest ones suppress nothing.",
    "scheduled"
  ),
  startsAt: time("Start of the first occurrence, ISO 8601 UTC.", "2027-01-03T01:00:00.000Z"),
  minutes: count("Length of each occurrence. Minutes.", 120),
  timezone: text("IANA time zone that the recurrence follows.", "Europe/Berlin"),
  recurrence: textOrNull("Recurrence rule (RFC 5545), or null for a single occurrence.", "FREQ=WEEKLY;BYDAY=SU"),
  wholeAccount: flag("Whether the window covers all monitors in the account, present and future.", false),
  domainIds: texts("Domains that the window covers by id and that the caller can see.", [
    "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
  ]),
  urlIds: texts("URL monitors that the window covers by id. Only the owner and admins see them.", []),
  heartbeatIds: texts("Heartbeats that the window covers by id and that the caller can see.", []),
  serviceIds: texts("Services that the window covers by id and that the caller can see.", []),
  tagIds: texts("Tags. The window covers all monitors with at least one of these tags, present and future.", []),
  published: flag(
    "Whether public status pages show the window. If not, it suppresses alerts, and status pages show what checks find.",
    true
  ),
  current: orNull(MaintenanceOccurrence, "The occurrence that is active now, or null."),
  next: orNull(MaintenanceOccurrence, "The next occurrence, or null if there is none."),
  canEdit: flag("Whether the caller can change, end and delete the window.", true),
  createdAt: time("Creation time, ISO 8601 UTC."),
  endedAt: timeOrNull("Time at which the last occurrence was over, ISO 8601 UTC, or null.")
})
export interface MaintenanceWindow extends Schema.Schema.Type<typeof MaintenanceWindow> {}

/** The next occurrences of a maintenance window, which may not be stored yet. */
export const MaintenancePreview = record("MaintenancePreview", "The next occurrences of a maintenance window.", {
  recurrence: textOrNull("The recurrence rule as it is stored, or null.", "FREQ=WEEKLY;BYDAY=SU"),
  occurrences: list(MaintenanceOccurrence, "The next 5 occurrences, fewer if the recurrence ends before.")
})
export interface MaintenancePreview extends Schema.Schema.Type<typeof MaintenancePreview> {}
