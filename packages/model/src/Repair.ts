import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { count, countOrNull, id, list, orNull, record, text, texts, time, timeOrNull, word } = described

/** The types of records that a repair publishes. */
export const repairRecordTypes = ["TXT", "MX", "A", "AAAA", "CNAME"] as const

/** The states of a {@link Repair}, in the order in which a repair passes through them. */
export const repairStates = ["open", "applied", "verified", "closed"] as const
/** A state of a {@link Repair}. */
export type RepairState = (typeof repairStates)[number]

const repairSteps = ["opened", "applied", "verified", "closed", "reopened"] as const

/** The limits of the stored and shown parts of repairs. */
export const repairLimits = {
  /** The number of repairs in one response. */
  listed: { minimum: 1, maximum: 200, default: 50 },
  /** The maximum number of stored steps of one repair: the first step and the newest steps. */
  steps: 40,
  /** The maximum number of records of one repair. */
  records: 20,
  /** The maximum number of new values of one record. The same limit applies to its replaced values. */
  values: 50,
  /** The maximum number of server answers that are stored for one repair. */
  answers: 100,
  /** The maximum number of locations that are stored and shown for the repair of a certificate. */
  locations: 50,
  /**
   * The time, in days, within which a repair is reopened if the problem with a certificate or DNS records returns. A
   * repair without progress is closed after the same time.
   */
  returnDays: 7
} as const

/**
 * The states of a record on one server. `published`: the server has all new values. `old`: it still has a replaced
 * value. `missing`: some new values are missing. `failed`: it did not answer.
 */
export const publishedStates = ["published", "old", "missing", "failed"] as const

/**
 * The states of a record on all servers together. `verified`: every server of the zone, and enough resolvers, have
 * published the record. `pending`: at least one server has not published it yet. `unknown`: any other case, for example
 * if a server did not answer.
 */
export const recordStates = ["verified", "pending", "unknown"] as const

/** Returns whether the label of an answer names a resolver of the service, as opposed to a name server of the zone. */
export const isResolver = (server: string): boolean => /^resolver(?: \d+)?$/u.test(server)

/** Returns the number of resolvers that have the new values of every record. */
export const agreeingResolvers = (
  answers: ReadonlyArray<{ readonly server: string; readonly state: (typeof publishedStates)[number] }>
): number => {
  const others = new Set(answers.flatMap(({ server, state }) => (state === "published" ? [] : [server])))
  return new Set(answers.flatMap(({ server }) => (isResolver(server) && !others.has(server) ? [server] : []))).size
}

/** A record that fixes the problem. */
export const RepairRecordSet = record("RepairRecordSet", "A record that fixes the problem.", {
  type: word(repairRecordTypes, "Type of the record."),
  host: text("Full name of the record, without a trailing dot.", "_dmarc.example.com"),
  values: texts("Values to publish. Empty if the replaced values are only deleted.", ["v=DMARC1; p=none"]),
  replaces: texts("Published values of this name and type to delete.", [])
})
export interface RepairRecordSet extends Schema.Schema.Type<typeof RepairRecordSet> {}

const RepairAnswer = record("RepairAnswer", "The answer of one server about a record.", {
  type: word(repairRecordTypes, "Type of the record."),
  host: text("Full name of the record.", "_dmarc.example.com"),
  server: text(
    "Name and address of one of the zone's name servers, or `resolver`, `resolver 2` and so on for the service's resolvers.",
    "ns1.example.net 192.0.2.53"
  ),
  state: word(
    publishedStates,
    "`published`: the server has the new values. `old`: the server still has a value that is replaced. `missing`: the server does not have every new value. `failed`: the server did not answer."
  )
})

/** The last answers of the servers about the records of a repair. */
export const RepairAnswers = record("RepairAnswers", "The servers' latest answers about the records.", {
  at: time("The time when the servers were queried, ISO 8601 UTC."),
  state: word(
    recordStates,
    "`verified`: all of the zone's name servers and at least two of the service's resolvers (or its only one) have the new values, and no resolver has other values. `pending`: at least one server does not have the new values. `unknown`: too few servers answered, or the zone was not found."
  ),
  resolvers: count("The number of the service's resolvers that have the new values of every record.", 2),
  servers: list(RepairAnswer, `The answers, at most ${repairLimits.answers}.`)
})
export interface RepairAnswers extends Schema.Schema.Type<typeof RepairAnswers> {}

/** The validity of a certificate under repair, as reported by one location. */
export const RepairSight = record(
  "RepairSight",
  "The validity of a certificate under repair, as one location sees it.",
  {
    location: text("Name of the location.", "default"),
    sees: word(
      ["valid", "invalid", "not_checked"],
      "`valid`, `invalid`: the certificate in the location's last check. `not_checked`: the location has not checked since the repair began."
    ),
    at: timeOrNull("The time when the location first saw this, ISO 8601 UTC, or null if the location has not checked.")
  }
)
export interface RepairSight extends Schema.Schema.Type<typeof RepairSight> {}

/** One step of a repair, such as its opening or its verification. */
export const RepairEvent = record("RepairEvent", "One step in the life of a repair.", {
  step: word(repairSteps, "The kind of step."),
  at: time("The time of the step, ISO 8601 UTC.")
})
export interface RepairEvent extends Schema.Schema.Type<typeof RepairEvent> {}

const RepairWorth = record("RepairWorth", "Scores of the domain before and after repairs.", {
  rubricVersion: text("Version of the scoring rules of both scores.", "2026.11.2"),
  before: count("Score in the last complete check that found the problem.", 62),
  after: count("Score in the check that closed the repair.", 87)
})

/**
 * The effect of a repair on the number of emails that reach inboxes, from the last campaign simulation of its domain.
 */
export const RepairInboxes = record("RepairInboxes", "The effect of a repair on the last campaign simulation.", {
  jobId: id("Id of the simulation."),
  simulatedAt: time("The time when the simulation finished, ISO 8601 UTC."),
  emails: count("Emails that the simulation assigned to the domain.", 1000),
  before: count("The number of these emails that the simulation expected to reach inboxes.", 780),
  after: count(
    "The number of these emails that are expected to reach inboxes with the email setup that the check found.",
    851
  )
})
export interface RepairInboxes extends Schema.Schema.Type<typeof RepairInboxes> {}

/** A problem of a domain and its repair, from the check that found the problem until the repair is closed. */
export const Repair = record("Repair", "The history of one problem, from the check that found it to its repair.", {
  id: id("Opaque id of the repair. It stays the same if the problem returns."),
  kind: word(
    ["email", "certificate", "dns"],
    "`email`: a finding of an email health check. `certificate`: the certificate is not valid. `dns`: watched DNS records changed."
  ),
  code: text(
    "Code of the finding, `certificate_invalid` or `dns_changed`. A domain has at most one repair of each code.",
    "dmarc_missing"
  ),
  severity: word(["critical", "high", "medium", "low"], "Severity of the finding."),
  message: text("The finding, or the likely cause of a DNS change, in words.", "There is no DMARC record."),
  state: word(
    repairStates,
    "`open`: nothing is fixed. `applied`: a name server has the records, a check no longer finds the problem, a location sees a valid certificate, or DNS records are as before. `verified`: every name server and every resolver have them, or every location with a live worker sees a valid certificate. `closed`: a check no longer finds the problem, and its repair is verified. Certificates and DNS records are verified and closed at the same time."
  ),
  openedAt: time("The time when a check first found the problem, or found it again, ISO 8601 UTC."),
  reportedAt: timeOrNull(
    "The time when somebody last said that the certificate is repaired or the DNS records are restored, ISO 8601 UTC, or null. Always null for email health."
  ),
  appliedAt: timeOrNull("The time when the repair was first seen, ISO 8601 UTC, or null."),
  verifiedAt: timeOrNull("The time when the repair was verified, ISO 8601 UTC, or null."),
  closedAt: timeOrNull("The time when the repair was closed, ISO 8601 UTC, or null."),
  endedAt: timeOrNull(
    "The time when Mon stopped tracking the repair of a certificate or of DNS records before it was closed, ISO 8601 UTC, or null. That happens if the host has no TLS any more, if a location has not seen a valid certificate for 7 days, if somebody said that a DNS change is intended, or 7 days after the DNS change."
  ),
  repairSeconds: countOrNull("Seconds from `openedAt` to `closedAt`, or null.", 86_400),
  reopened: count("The number of times that the problem came back.", 0),
  records: list(
    RepairRecordSet,
    "Records that fix the problem, at most 20. Empty if no record can. For a DNS change, the records from before it."
  ),
  answers: orNull(RepairAnswers, "The servers' latest answers. Null if no server was queried."),
  locations: list(
    RepairSight,
    `The certificate as the locations see it, at most ${repairLimits.locations}. Empty for email health, and until a location sees a valid certificate.`
  ),
  worth: orNull(
    RepairWorth,
    "The domain's scores before and after this repair and all others that the same check closed. Null until the repair is closed, or if the scores cannot be compared."
  ),
  inboxes: orNull(
    RepairInboxes,
    "The effect of this repair, and of all others that the same check closed, in the last finished campaign simulation with the domain as a sender. It is recalculated and costs no credits. Only the account owner sees it. Null until the repair is closed. Also null if there is no such simulation, or if it was made with another version of the model."
  ),
  steps: list(
    RepairEvent,
    `The steps of the repair, oldest first: the first step and at most ${repairLimits.steps - 1} more.`
  )
})
export interface Repair extends Schema.Schema.Type<typeof Repair> {}
