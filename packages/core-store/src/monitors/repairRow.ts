import {
  agreeingResolvers,
  type Repair,
  RepairAnswers,
  RepairEvent,
  RepairInboxes,
  repairLimits,
  RepairRecordSet,
  RepairSight,
  type RepairState
} from "@mon/model"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

export interface LifeRow {
  readonly state: RepairState
  readonly opened_at: Date
  readonly applied_at: Date | null
  readonly verified_at: Date | null
  readonly closed_at: Date | null
  readonly reopened: number
  readonly steps: unknown
}

export interface RepairRow extends LifeRow {
  readonly id: string
  readonly kind: Repair["kind"]
  readonly code: string
  readonly severity: Repair["severity"]
  readonly message: string
  readonly records: unknown
  readonly answers: unknown
  readonly score_before: number | null
  readonly score_after: number | null
  readonly rubric_version: string | null
  readonly inboxes: unknown
  readonly locations: unknown
  readonly reported_at: Date | null
  readonly ended_at: Date | null
}

/** SQL for the columns of a {@link RepairRow}. `r` is the table `repair`. */
export const REPAIR_COLUMNS = `r.public_id as id, r.kind, r.code, r.severity, r.message, r.state, r.opened_at, r.applied_at,
  r.verified_at, r.closed_at, r.reopened, r.records, r.answers, r.steps, r.score_before, r.score_after, r.rubric_version, r.inboxes,
  r.locations, r.reported_at, case when r.ended_at <= mon_now() then r.ended_at end as ended_at`

const decodeRecords = Schema.decodeUnknownOption(Schema.Array(RepairRecordSet))
const decodeAnswers = Schema.decodeUnknownOption(RepairAnswers)
const decodeInboxes = Schema.decodeUnknownOption(RepairInboxes)
const decodeSteps = Schema.decodeUnknownOption(Schema.Array(RepairEvent))

/** Returns an empty list if another release stored the records in a different form. */
export const recordsOf = ({ records }: Pick<RepairRow, "records">): ReadonlyArray<RepairRecordSet> =>
  Option.getOrElse(decodeRecords(records), () => []).slice(0, repairLimits.records)

/** Returns null if there are no answers, or if another release stored the answers in a different form. */
export const answersOf = ({ answers }: Pick<RepairRow, "answers">): RepairAnswers | null => {
  if (typeof answers !== "object") return null
  // Earlier releases did not store the number of resolvers.
  const stored = Option.getOrNull(decodeAnswers({ ...answers, resolvers: 0 }))
  return stored === null ? null : { ...stored, resolvers: agreeingResolvers(stored.servers) }
}

/** Returns null if there are no inboxes, or if another release stored the inboxes in a different form. */
export const inboxesOf = ({ inboxes }: Pick<RepairRow, "inboxes">): RepairInboxes | null =>
  Option.getOrNull(decodeInboxes(inboxes))

const decodeSights = Schema.decodeUnknownOption(Schema.Array(RepairSight))

/** Returns an empty list if another release stored the results in a different form. */
export const sightsOf = ({ locations }: Pick<RepairRow, "locations">): ReadonlyArray<RepairSight> =>
  Option.getOrElse(decodeSights(locations), () => []).slice(0, repairLimits.locations)

const stepsOf = ({ opened_at, steps }: Pick<LifeRow, "opened_at" | "steps">): ReadonlyArray<RepairEvent> => {
  const stored = Option.getOrElse(decodeSteps(steps), () => [])
  return stored.length > 0 ? stored : [{ step: "opened", at: opened_at.toISOString() }]
}

const millis = (time: Date | null): number | null => time?.getTime() ?? null

export const lifeOf = (row: LifeRow): RepairLife => ({
  state: row.state,
  openedAt: row.opened_at.getTime(),
  appliedAt: millis(row.applied_at),
  verifiedAt: millis(row.verified_at),
  closedAt: millis(row.closed_at),
  reopened: row.reopened,
  steps: stepsOf(row).map(({ at, step }) => ({ step, at: Date.parse(at) }))
})

const SECOND_MS = 1_000

export const repairSecondsOf = (openedAt: Date, closedAt: Date | null): number | null =>
  closedAt === null ? null : Math.round((closedAt.getTime() - openedAt.getTime()) / SECOND_MS)

export const toRepair = (row: RepairRow): Repair => {
  const { closed_at: closedAt, opened_at: openedAt, rubric_version, score_after, score_before } = row
  return {
    id: row.id,
    kind: row.kind,
    code: row.code,
    severity: row.severity,
    message: row.message,
    state: row.state,
    openedAt: openedAt.toISOString(),
    reportedAt: row.reported_at?.toISOString() ?? null,
    appliedAt: row.applied_at?.toISOString() ?? null,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    repairSeconds: repairSecondsOf(openedAt, closedAt),
    reopened: row.reopened,
    records: recordsOf(row),
    answers: answersOf(row),
    locations: sightsOf(row),
    worth:
      rubric_version === null || score_before === null || score_after === null
        ? null
        : { rubricVersion: rubric_version, before: score_before, after: score_after },
    inboxes: row.state === "closed" ? inboxesOf(row) : null,
    steps: stepsOf(row)
  }
}

/** The state of a repair, and its steps. Times are milliseconds since the epoch. */
export interface RepairLife {
  readonly state: RepairState
  /** The time at which the problem was first found, or found again. */
  readonly openedAt: number
  readonly appliedAt: number | null
  readonly verifiedAt: number | null
  readonly closedAt: number | null
  readonly reopened: number
  readonly steps: ReadonlyArray<{ readonly step: RepairEvent["step"]; readonly at: number }>
}

type RecordsState = RepairAnswers["state"]

/**
 * An observation about a repair. `Found`: a complete check found the problem. `Gone`: a complete check no longer found
 * the problem. `records` is the last known state of the repair's records at the servers. `Asked`: the servers were
 * queried. `isAnywhere`: at least one server has the records.
 */
export type RepairObservation =
  | { readonly _tag: "Found"; readonly at: number }
  | { readonly _tag: "Gone"; readonly at: number; readonly records: RecordsState }
  | { readonly _tag: "Asked"; readonly at: number; readonly records: RecordsState; readonly isAnywhere: boolean }

const withStep = (steps: RepairLife["steps"], step: RepairEvent["step"], at: number): RepairLife["steps"] => {
  const all = [...steps, { step, at }]
  return all.length <= repairLimits.steps ? all : [...all.slice(0, 1), ...all.slice(1 - repairLimits.steps)]
}

const opened = (at: number): RepairLife => ({
  state: "open",
  openedAt: at,
  appliedAt: null,
  verifiedAt: null,
  closedAt: null,
  reopened: 0,
  steps: [{ step: "opened", at }]
})

const reopened = ({ reopened: times, steps }: RepairLife, at: number): RepairLife => ({
  ...opened(at),
  reopened: times + 1,
  steps: withStep(steps, "reopened", at)
})

const applied = (life: RepairLife, at: number): RepairLife =>
  life.state === "open"
    ? { ...life, state: "applied", appliedAt: at, steps: withStep(life.steps, "applied", at) }
    : life

const verified = (life: RepairLife, at: number): RepairLife =>
  life.state === "applied"
    ? { ...life, state: "verified", verifiedAt: at, steps: withStep(life.steps, "verified", at) }
    : life

const closed = (life: RepairLife, at: number): RepairLife =>
  life.state === "verified"
    ? { ...life, state: "closed", closedAt: at, steps: withStep(life.steps, "closed", at) }
    : life

const lastTime = ({ steps }: RepairLife): number => Math.max(...steps.map(({ at }) => at))

const afterAnswers = (life: RepairLife, { at, isAnywhere, records }: RepairObservation & { _tag: "Asked" }) => {
  if (records === "verified") return verified(applied(life, at), at)
  if (isAnywhere) return applied(life, at)
  // If no server answers, a repair that was already observed keeps its state.
  return records === "pending" && life.state !== "open" ? reopened(life, at) : life
}

/**
 * Returns the life of a repair after an observation, as a pure function. Returns the same object if nothing has
 * changed, and null if there is no repair. A repair goes from `open` through `applied` and `verified` to `closed`. A
 * single observation may cause several steps. The repair goes back to `open` if no server has its records any more, or
 * if a check finds the problem again after the repair was closed.
 */
export const nextLife = (before: RepairLife | null, observation: RepairObservation): RepairLife | null => {
  if (before === null) return observation._tag === "Found" ? opened(observation.at) : null
  // A manual check may have begun before the latest observation that is already recorded.
  const at = Math.max(observation.at, lastTime(before))
  if (observation._tag === "Found") return before.state === "closed" ? reopened(before, at) : before
  if (before.state === "closed") return before
  if (observation._tag === "Asked") return afterAnswers(before, { ...observation, at })
  const seen = applied(before, at)
  return observation.records === "verified" || seen.state === "verified" ? closed(verified(seen, at), at) : seen
}

const RETURN_MS = repairLimits.returnDays * 86_400_000

/**
 * Returns the life of a repair after a fault at the time `since`, which opens or reopens the repair. Long after a
 * repair was closed, the fault counts as a new problem. Returns the same object if the repair is already open.
 */
export const lifeAfterFault = (before: RepairLife | null, since: number): RepairLife => {
  if (before === null) return opened(since)
  const at = Math.max(since, lastTime(before))
  if (before.closedAt !== null && at - before.closedAt > RETURN_MS) return opened(at)
  return before.state === "open" ? before : reopened(before, at)
}
