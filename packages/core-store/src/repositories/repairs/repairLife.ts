import { type RepairAnswers, repairLimits, type RepairState, type RepairEvent } from "@mon/model"

/** Where a repair is, and what happened to it. Times are milliseconds since the epoch. */
export interface RepairLife {
  readonly state: RepairState
  /** When the problem was first found, or found again. */
  readonly openedAt: number
  readonly appliedAt: number | null
  readonly verifiedAt: number | null
  readonly closedAt: number | null
  /** How often it came undone. */
  readonly reopened: number
  readonly steps: ReadonlyArray<{ readonly step: RepairEvent["step"]; readonly at: number }>
}

/** Whether all servers have the records of a repair. */
type RecordsState = RepairAnswers["state"]

/**
 * `Found`: a complete check found the problem. `Gone`: a complete check did not, and the servers have its records so
 * far. `Asked`: the servers were asked; `isAnywhere` if at least one has the records.
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
  // Servers that do not answer say nothing about a repair that was seen.
  return records === "pending" && life.state !== "open" ? reopened(life, at) : life
}

/**
 * The life of a repair after an observation, as a pure function; the same object if nothing changed. A repair goes from
 * `open` over `applied` and `verified` to `closed`, several steps at once if one observation shows them. It goes back
 * to `open` if no server has its records any more, or if a check finds the problem again after it was closed. Null:
 * there is no repair.
 */
export const nextLife = (before: RepairLife | null, observation: RepairObservation): RepairLife | null => {
  if (before === null) return observation._tag === "Found" ? opened(observation.at) : null
  // A manual check may begin before the answers that are already known.
  const at = Math.max(observation.at, lastTime(before))
  if (observation._tag === "Found") return before.state === "closed" ? reopened(before, at) : before
  if (before.state === "closed") return before
  if (observation._tag === "Asked") return afterAnswers(before, { ...observation, at })
  const seen = applied(before, at)
  return observation.records === "verified" || seen.state === "verified" ? closed(verified(seen, at), at) : seen
}
