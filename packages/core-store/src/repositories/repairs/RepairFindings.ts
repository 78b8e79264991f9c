import type { Repair, RepairAnswers, RepairInboxes, RepairRecordSet } from "@mon/model"

/** A problem that a check found. */
export interface FoundProblem {
  readonly code: string
  readonly severity: Repair["severity"]
  readonly message: string
  /** The records that fix it. */
  readonly records: ReadonlyArray<RepairRecordSet>
}

/** What the servers said about all records of one repair. */
export interface AskedRecords {
  readonly code: string
  readonly state: RepairAnswers["state"]
  /** Whether at least one server has at least one of the records. */
  readonly isAnywhere: boolean
  readonly servers: RepairAnswers["servers"]
}

/** Emails of a sender in inboxes, as a campaign simulation expected it and as it would be now. */
type InboxChange = Pick<RepairInboxes, "emails" | "before" | "after">

/** The domain as a sender of campaigns. */
export interface SimulatedSender {
  readonly domain: string
  /** Computes the inboxes of a simulation anew; null if it cannot be said. `results`: plain JSON as it is stored. */
  readonly inboxes: (results: unknown) => InboxChange | null
}

/** What a complete check says about repairs. */
export interface RepairFindings {
  /** At most one of each code. */
  readonly problems: ReadonlyArray<FoundProblem>
  /** What servers said about repairs that the check does not find any more, or that are already applied. */
  readonly asked: ReadonlyArray<AskedRecords>
  /** Absent: what a repair was worth in a simulation is not known. */
  readonly sender?: SimulatedSender
}
