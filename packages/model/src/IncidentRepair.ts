import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { RepairEvent, repairLimits, repairStates } from "./Repair.ts"

const { count, countOrNull, idOrNull, list, orNull, record, text, textOrNull, time, timeOrNull, word } = described

/** What is stored and shown of the repair of an incident. */
export const incidentRepairLimits = {
  /** If the same cause returns within this time after an incident, its repair came undone. */
  returnDays: 7,
  /** Locations that are stored and shown. */
  locations: 50
} as const

/** What a location sees of the site: its last check since the incident began, or none yet. */
export const repairSights = ["up", "down", "not_checked"] as const

/** What a location sees of the site of an incident. */
export const RepairLocation = record(
  "RepairLocation",
  "What a location has seen of the site since the incident started.",
  {
    location: text("Name of the location.", "default"),
    sees: word(
      repairSights,
      "`up`: its last check succeeded. `down`: its last check failed. `not_checked`: it has not checked since the incident began."
    ),
    at: timeOrNull("Time of that check, ISO 8601 UTC, or null if there is none.")
  }
)
export interface RepairLocation extends Schema.Schema.Type<typeof RepairLocation> {}

const IncidentRepairWorth = record("IncidentRepairWorth", "What the repair of an incident ended.", {
  downtimeSeconds: count("Downtime that the repair ended, from the first failed check to the first good one.", 420)
})

/** The repair of what an incident is about, from the first failed check until every location sees the site as up. */
export const IncidentRepair = record(
  "IncidentRepair",
  "The repair of an incident's problem, from the first failed check until every location sees the site as up.",
  {
    state: word(
      repairStates,
      "`open`: no check has succeeded. `applied`: a location sees the site as up. `verified`: every location with a live worker sees it as up. `closed`: it is verified, and the incident has ended."
    ),
    cause: textOrNull(
      "Class of the likely cause, or null if it is not known. A later version may add classes.",
      "connection_refused"
    ),
    openedAt: time("Time of the first failed check, ISO 8601 UTC."),
    reportedAt: timeOrNull("When somebody last said that it is repaired, ISO 8601 UTC, or null."),
    reportedBy: textOrNull("Name or email address of that person, or null if unknown.", "Ada"),
    appliedAt: timeOrNull("When a location first saw the site up, ISO 8601 UTC, or null."),
    verifiedAt: timeOrNull("When every location had seen it up, ISO 8601 UTC, or null."),
    closedAt: timeOrNull("When it was verified and the incident had ended, ISO 8601 UTC, or null."),
    repairSeconds: countOrNull("Seconds from `openedAt` to `closedAt`, or null.", 480),
    reopened: count(
      `How often the problem came back: the site failed again before the repair was verified, or the same cause returned within ${incidentRepairLimits.returnDays} days after an earlier incident.`,
      0
    ),
    previousIncidentId: idOrNull(
      `Id of the earlier incident with the same cause, which ended at most ${incidentRepairLimits.returnDays} days before. Null: there is none.`
    ),
    locations: list(
      RepairLocation,
      `What the locations see, at most ${incidentRepairLimits.locations}. Empty until the first good check.`
    ),
    worth: orNull(IncidentRepairWorth, "What the repair was worth. Null until it is closed."),
    steps: list(
      RepairEvent,
      `What happened, oldest first: the first step and at most ${repairLimits.steps - 1} others.`
    )
  }
)
export interface IncidentRepair extends Schema.Schema.Type<typeof IncidentRepair> {}
