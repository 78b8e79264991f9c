// Specification only: nothing in production runs this. Property tests compare
// src/schedule/domainStateMachine.sql.ts with it.
import type { ConfirmationPolicy, WatchedState } from "@mon/model"

/** The verdict of one check. `unknown`: the check itself failed; it never counts. */
type CheckVerdict = "up" | "down" | "unknown"

/** What the schedule stores between checks. Times are milliseconds since the epoch. */
export interface DomainMemory {
  readonly state: WatchedState
  /** Failed checks in a row. */
  readonly failures: number
  /** How many of the latest of them were deterministic. */
  readonly deterministicFailures: number
  /** Successful checks in a row while `down`. */
  readonly successes: number
  /** When the current streak of failed (or, while down, successful) checks began. */
  readonly streakStartedAt: number | null
}

/** The memory of a monitor that was never checked. */
export const newDomainMemory: DomainMemory = {
  state: "unknown",
  failures: 0,
  deterministicFailures: 0,
  successes: 0,
  streakStartedAt: null
}

/** The input of the state machine; `at` is the start of the check in milliseconds since the epoch. */
export interface CheckFact {
  readonly at: number
  readonly verdict: CheckVerdict
  /** A failure that repeating the check cannot change (NXDOMAIN, blocked address). */
  readonly deterministic: boolean
  /** The own-network guard suppressed the verdict: the failure counts, but does not change the state yet. */
  readonly suppressed: boolean
}

/** When to check next: at the next point of the monitor's grid with this period, or this long after the check. */
type NextCheck =
  | { readonly _tag: "Grid"; readonly periodMs: number }
  | { readonly _tag: "After"; readonly delayMs: number }

/** The change of state by a check. `since` is the time of the first check of the deciding streak. */
type Transition =
  | { readonly _tag: "None" }
  | { readonly _tag: "BecameUp"; readonly since: number; readonly from: WatchedState }
  | { readonly _tag: "BecameDown"; readonly since: number; readonly from: WatchedState }

/** The new memory, the change of state, and when to check next. */
export interface DomainStep {
  readonly memory: DomainMemory
  readonly transition: Transition
  readonly next: NextCheck
}

const none: Transition = { _tag: "None" }

/**
 * One step of a domain monitor's state machine, as a pure function.
 *
 * @example
 * ```ts
 * const result = { at: 0, verdict: "up", deterministic: false, suppressed: false } as const
 * stepDomain(newDomainMemory, result, 300_000, defaultConfirmationPolicy).memory.state // => "up"
 * ```
 */
export const stepDomain = (
  memory: DomainMemory,
  result: CheckFact,
  intervalMs: number,
  policy: ConfirmationPolicy
): DomainStep => {
  const confirm: NextCheck = { _tag: "After", delayMs: Math.min(intervalMs / 2, policy.confirmMs) }
  const whileDown: NextCheck = { _tag: "Grid", periodMs: Math.min(intervalMs, policy.downMs) }
  switch (result.verdict) {
    case "unknown":
      return { memory, transition: none, next: { _tag: "After", delayMs: Math.min(intervalMs / 2, policy.faultMs) } }
    case "up":
      return memory.state === "down"
        ? goodWhileDown(memory, result, intervalMs, policy, confirm)
        : {
            memory: { ...newDomainMemory, state: "up" },
            transition: memory.state === "unknown" ? { _tag: "BecameUp", since: result.at, from: "unknown" } : none,
            next: { _tag: "Grid", periodMs: intervalMs }
          }
    case "down":
      return memory.state === "down"
        ? { memory: { ...memory, successes: 0, streakStartedAt: null }, transition: none, next: whileDown }
        : failedWhileNotDown(memory, result, intervalMs, policy, confirm, whileDown)
  }
}

const goodWhileDown = (
  memory: DomainMemory,
  result: CheckFact,
  intervalMs: number,
  policy: ConfirmationPolicy,
  confirm: NextCheck
): DomainStep => {
  const successes = memory.successes + 1
  const since = memory.streakStartedAt ?? result.at
  return successes >= policy.successesToUp
    ? {
        memory: { ...newDomainMemory, state: "up" },
        transition: { _tag: "BecameUp", since, from: "down" },
        next: { _tag: "Grid", periodMs: intervalMs }
      }
    : { memory: { ...memory, successes, streakStartedAt: since }, transition: none, next: confirm }
}

const failedWhileNotDown = (
  memory: DomainMemory,
  result: CheckFact,
  intervalMs: number,
  policy: ConfirmationPolicy,
  confirm: NextCheck,
  whileDown: NextCheck
): DomainStep => {
  const failures = memory.failures + 1
  const deterministicFailures = result.deterministic ? memory.deterministicFailures + 1 : 0
  const since = memory.streakStartedAt ?? result.at
  const confirmed = failures >= policy.failuresToDown || deterministicFailures >= policy.deterministicFailuresToDown
  if (confirmed && !result.suppressed) {
    return {
      memory: { ...newDomainMemory, state: "down" },
      transition: { _tag: "BecameDown", since, from: memory.state },
      next: whileDown
    }
  }
  return {
    memory: { ...memory, failures, deterministicFailures, successes: 0, streakStartedAt: since },
    transition: none,
    next:
      memory.state === "unknown" ? { _tag: "After", delayMs: Math.min(intervalMs / 2, policy.retryUnknownMs) } : confirm
  }
}

/**
 * The first point after `afterMs` of the grid on which a monitor's due times lie, so that nothing drifts: all times
 * congruent to `phase` modulo the period, both in milliseconds since the epoch.
 *
 * @example
 * ```ts
 * nextOnGrid(1_000, 300, 1_234) // => 2300
 * ```
 */
export const nextOnGrid = (periodMs: number, phase: number, afterMs: number): number => {
  const offset = phase % periodMs
  return (Math.floor((afterMs - offset) / periodMs) + 1) * periodMs + offset
}
