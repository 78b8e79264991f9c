// Specification only: nothing in production runs this. Property tests compare src/repositories/schedule/domainStateMachine.sql.ts with it.
import type { ConfirmationPolicy, WatchedState } from "@mon/model"

/** The verdict of one look. `unknown` is a fault of the prober and never counts. */
export type LookVerdict = "up" | "down" | "unknown"

/** What the schedule remembers between looks. Times are milliseconds since the epoch. */
export interface DomainMemory {
  readonly state: WatchedState
  /** Failed looks in a row. */
  readonly failures: number
  /** Of these, how many at the end of the row were deterministic. */
  readonly deterministicFailures: number
  /** Good looks in a row while `down`. */
  readonly successes: number
  /** When the present row of failed (or, while down, good) looks began. */
  readonly streakStartedAt: number | null
}

/** The memory of a monitor that was never looked at. */
export const newDomainMemory: DomainMemory = {
  state: "unknown",
  failures: 0,
  deterministicFailures: 0,
  successes: 0,
  streakStartedAt: null
}

/** What one look tells the state machine; `at` is its start in milliseconds since the epoch. */
export interface LookFact {
  readonly at: number
  readonly verdict: LookVerdict
  /** A failed look that a repetition cannot change (NXDOMAIN, blocked address). */
  readonly deterministic: boolean
  /** A failed look while the worker doubts its own network: it counts, but decides nothing yet. */
  readonly held: boolean
}

/** When to look next: at the next point of the monitor's grid of this period, or this long after the look. */
export type NextLook =
  | { readonly _tag: "Grid"; readonly periodMs: number }
  | { readonly _tag: "After"; readonly delayMs: number }

/** What a look did to a monitor. `since` is the time of the first look of the row that decided. */
export type Transition =
  | { readonly _tag: "None" }
  | { readonly _tag: "BecameUp"; readonly since: number; readonly from: WatchedState }
  | { readonly _tag: "BecameDown"; readonly since: number; readonly from: WatchedState }

/** What a look leads to: the new memory, what it did to the state, and when to look next. */
export interface DomainStep {
  readonly memory: DomainMemory
  readonly transition: Transition
  readonly next: NextLook
}

const none: Transition = { _tag: "None" }

/**
 * One step of a domain monitor's state machine, as a pure function.
 *
 * @example
 * ```ts
 * const look = { at: 0, verdict: "up", deterministic: false, held: false } as const
 * stepDomain(newDomainMemory, look, 300_000, defaultConfirmationPolicy).memory.state // => "up"
 * ```
 */
export const stepDomain = (
  memory: DomainMemory,
  look: LookFact,
  intervalMs: number,
  policy: ConfirmationPolicy
): DomainStep => {
  const confirm: NextLook = { _tag: "After", delayMs: Math.min(intervalMs / 2, policy.confirmMs) }
  const whileDown: NextLook = { _tag: "Grid", periodMs: Math.min(intervalMs, policy.downMs) }
  switch (look.verdict) {
    case "unknown":
      return { memory, transition: none, next: { _tag: "After", delayMs: Math.min(intervalMs / 2, policy.faultMs) } }
    case "up":
      return memory.state === "down"
        ? goodWhileDown(memory, look, intervalMs, policy, confirm)
        : {
            memory: { ...newDomainMemory, state: "up" },
            transition: memory.state === "unknown" ? { _tag: "BecameUp", since: look.at, from: "unknown" } : none,
            next: { _tag: "Grid", periodMs: intervalMs }
          }
    case "down":
      return memory.state === "down"
        ? { memory: { ...memory, successes: 0, streakStartedAt: null }, transition: none, next: whileDown }
        : failedWhileNotDown(memory, look, intervalMs, policy, confirm, whileDown)
  }
}

const goodWhileDown = (
  memory: DomainMemory,
  look: LookFact,
  intervalMs: number,
  policy: ConfirmationPolicy,
  confirm: NextLook
): DomainStep => {
  const successes = memory.successes + 1
  const since = memory.streakStartedAt ?? look.at
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
  look: LookFact,
  intervalMs: number,
  policy: ConfirmationPolicy,
  confirm: NextLook,
  whileDown: NextLook
): DomainStep => {
  const failures = memory.failures + 1
  const deterministicFailures = look.deterministic ? memory.deterministicFailures + 1 : 0
  const since = memory.streakStartedAt ?? look.at
  const confirmed = failures >= policy.failuresToDown || deterministicFailures >= policy.deterministicFailuresToDown
  if (confirmed && !look.held) {
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
