// This code is a specification, and production code does not use it. Property tests compare
// src/schedule/domainStateMachine.sql.ts with this specification.
import type { ConfirmationPolicy, WatchedState } from "@mon/model"

/** The verdict of one check. `unknown` means that the check itself failed. Such a check never counts. */
type CheckVerdict = "up" | "down" | "unknown"

/** The facts that the schedule stores between checks. Times are milliseconds since the epoch. */
export interface DomainMemory {
  readonly state: WatchedState
  /** The number of failed checks in a row. */
  readonly failures: number
  /** The number of deterministic failures at the end of the current row of failed checks. */
  readonly deterministicFailures: number
  /** The number of successful checks in a row while the state is `down`. */
  readonly successes: number
  /** The start of the current streak of failed checks, or, while the state is `down`, of successful checks. */
  readonly streakStartedAt: number | null
}

export const newDomainMemory: DomainMemory = {
  state: "unknown",
  failures: 0,
  deterministicFailures: 0,
  successes: 0,
  streakStartedAt: null
}

/** The input of the state machine. `at` is the start of the check in milliseconds since the epoch. */
export interface CheckFact {
  readonly at: number
  readonly verdict: CheckVerdict
  /** Whether the failure would be the same if the check was repeated, as with NXDOMAIN or a blocked address. */
  readonly deterministic: boolean
  /**
   * Whether the own-network guard suppressed the verdict. The failure then counts, but does not change the state yet.
   */
  readonly suppressed: boolean
}

/**
 * The time of the next check: the monitor's next regular time with this period (`Grid`), or a delay after the check
 * (`After`).
 */
type NextCheck =
  | { readonly _tag: "Grid"; readonly periodMs: number }
  | { readonly _tag: "After"; readonly delayMs: number }

/** The change of state by a check. `since` is the time of the first check of the deciding streak. */
type Transition =
  | { readonly _tag: "None" }
  | { readonly _tag: "BecameUp"; readonly since: number; readonly from: WatchedState }
  | { readonly _tag: "BecameDown"; readonly since: number; readonly from: WatchedState }

export interface DomainStep {
  readonly memory: DomainMemory
  readonly transition: Transition
  readonly next: NextCheck
}

const none: Transition = { _tag: "None" }

/**
 * Returns the next step of a domain monitor's state machine, as a pure function.
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
 * Returns the first regular due time of a monitor after `afterMs`. The regular due times are all times that are
 * congruent to `phase` modulo the period, so that nothing drifts. All times are milliseconds since the epoch.
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
