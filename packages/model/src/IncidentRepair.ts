import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { publishedStates, recordStates, RepairEvent, repairLimits, repairStates } from "./Repair.ts"

const { count, countOrNull, idOrNull, list, orNull, record, text, textOrNull, texts, time, timeOrNull, word } =
  described

/** The limits of the stored and shown parts of an incident's repair. */
export const incidentRepairLimits = {
  /** The time, in days, within which the return of the incident's cause means that the repair did not last. */
  returnDays: 7,
  /** The maximum number of locations that are stored for one repair. */
  locations: 50,
  /** The maximum number of servers whose answers are stored for one repair. */
  answers: 20,
  /** The maximum number of records that are stored from one server's answer. */
  values: 10
} as const

/**
 * The states of a site at one location, according to the location's last check since the incident began. `not_checked`:
 * the location has not checked the site since then.
 */
export const repairSights = ["up", "down", "not_checked"] as const

/** The state of an incident's site at the last check from one location. */
export const RepairLocation = record(
  "RepairLocation",
  "The state of the site since the incident started, as one location sees it.",
  {
    location: text("Name of the location.", "default"),
    sees: word(
      repairSights,
      "`up`: the location's last check succeeded. `down`: the location's last check failed. `not_checked`: the location has not checked since the incident began."
    ),
    at: timeOrNull("Time of that check, ISO 8601 UTC, or null if there is none.")
  }
)
export interface RepairLocation extends Schema.Schema.Type<typeof RepairLocation> {}

const IncidentRepairAnswer = record("IncidentRepairAnswer", "The state of the host's records at one server.", {
  server: text(
    "Name and address of one of the zone's name servers, or `resolver`, `resolver 2` and so on for the service's resolvers.",
    "ns2.example.net 192.0.2.54"
  ),
  state: word(
    publishedStates,
    "`published`: the server returns records, and the wrong ones are gone. `old`: the server still has a record that was wrong. `missing`: the server has no address or alias of the host. `failed`: the server did not answer."
  ),
  values: texts(
    `The addresses and the alias of the host that the server returned, at most ${incidentRepairLimits.values}.`,
    ["192.0.2.10"]
  )
})

/** The last answers of the name servers about the host of an incident. */
export const IncidentRepairAnswers = record(
  "IncidentRepairAnswers",
  "The servers' latest answers about the host of an incident whose cause is in its registration or DNS.",
  {
    at: time("The time when the servers were queried, ISO 8601 UTC."),
    state: word(
      recordStates,
      "`verified`: all of the zone's name servers and at least two of the service's resolvers (or its only one) are `published`, and no resolver has an old record. `pending`: at least one server is `old` or `missing`. `unknown`: too few servers answered, or the zone was not found."
    ),
    resolvers: count("The number of the service's resolvers whose state is `published`.", 2),
    servers: list(IncidentRepairAnswer, `The answers, at most ${incidentRepairLimits.answers}.`)
  }
)
export interface IncidentRepairAnswers extends Schema.Schema.Type<typeof IncidentRepairAnswers> {}

const IncidentRepairWorth = record("IncidentRepairWorth", "The downtime that the repair of an incident ended.", {
  downtimeSeconds: count("Downtime that the repair ended, from the first failed check to the first good one.", 420)
})

/** The repair of an incident's cause, from the first failed check until every location reaches the site again. */
export const IncidentRepair = record(
  "IncidentRepair",
  "The repair of an incident's problem, from the first failed check until every location sees the site as up.",
  {
    state: word(
      repairStates,
      "`open`: no check has succeeded. `applied`: a location sees the site as up. `verified`: every location with a live worker sees it as up and, if the cause is in the registration or DNS, `answers` are verified. `closed`: it is verified, and the incident has ended."
    ),
    cause: textOrNull(
      "Class of the likely cause, or null if it is not known. A later version may add classes.",
      "connection_refused"
    ),
    openedAt: time("Time of the first failed check, ISO 8601 UTC."),
    reportedAt: timeOrNull("The time when somebody last reported the problem as repaired, ISO 8601 UTC, or null."),
    reportedBy: textOrNull("Name or email address of that person, or null if unknown.", "Ada"),
    appliedAt: timeOrNull("The time when a location first saw that the site was up, ISO 8601 UTC, or null."),
    verifiedAt: timeOrNull("The time when the repair was verified, ISO 8601 UTC, or null."),
    closedAt: timeOrNull(
      "The time when the repair was closed: it was verified, and the incident had ended. ISO 8601 UTC, or null."
    ),
    repairSeconds: countOrNull("Seconds from `openedAt` to `closedAt`, or null.", 480),
    reopened: count(
      `The number of times that the problem came back: the site failed again before the repair was verified, or the same cause returned within ${incidentRepairLimits.returnDays} days after an earlier incident.`,
      0
    ),
    previousIncidentId: idOrNull(
      `Id of the earlier incident with the same cause, which ended at most ${incidentRepairLimits.returnDays} days before. Null: there is none.`
    ),
    locations: list(
      RepairLocation,
      `The site as the locations see it, at most ${incidentRepairLimits.locations}. Empty until the first good check.`
    ),
    answers: orNull(
      IncidentRepairAnswers,
      "The last answers of the name servers and resolvers about the host. Null if the likely cause is not in the registration or DNS, or if no server was queried yet."
    ),
    worth: orNull(IncidentRepairWorth, "The downtime that the repair ended. Null until it is closed."),
    steps: list(
      RepairEvent,
      `The steps of the repair, oldest first: the first step and at most ${repairLimits.steps - 1} more.`
    )
  }
)
export interface IncidentRepair extends Schema.Schema.Type<typeof IncidentRepair> {}
