import type { WindowSummary } from "./LookWindow.ts"

/** When a worker doubts its own network, and for how long. */
export interface GuardPolicy {
  readonly windowMs: number
  /** Share of the window's looks that must have failed silently. */
  readonly silentShare: number
  /** Registrable domains over which they must be spread. */
  readonly silentDomains: number
  /** Longest time that verdicts are held, from the first self-test that failed. */
  readonly holdMs: number
  /** Least time between two self-tests. */
  readonly retestMs: number
}

/** Decisions section 3, "Own-connectivity gate"; the pause between self-tests is ours. */
export const guardPolicy: GuardPolicy = {
  windowMs: 60_000,
  silentShare: 0.3,
  silentDomains: 5,
  holdMs: 120_000,
  retestMs: 10_000
}

/** Times are milliseconds on a monotonic clock. */
export interface GuardState {
  readonly testing: boolean
  /** Whether the last self-test failed. */
  readonly failing: boolean
  /** The first failed self-test of this episode: an episode ends when the test passes and the window is calm again. */
  readonly firstFailureAt: number | null
  readonly testNotBefore: number
}

export interface GuardStep {
  readonly state: GuardState
  /** The worker shall test itself now, and answer with `tested`. */
  readonly startTest: boolean
}

export const initial: GuardState = { testing: false, failing: false, firstFailureAt: null, testNotBefore: 0 }

/**
 * Whether the looks of the window point at the worker rather than at the sites.
 *
 * @example
 * ```ts
 * isSuspicious({ looks: 10, silentLooks: 5, silentDomains: 5 }, guardPolicy) // => true
 * isSuspicious({ looks: 100, silentLooks: 5, silentDomains: 5 }, guardPolicy) // => false
 * ```
 */
export const isSuspicious = (window: WindowSummary, policy: GuardPolicy): boolean =>
  window.silentDomains >= policy.silentDomains && window.silentLooks >= window.looks * policy.silentShare

/** A look has ended: the window is as given. */
export const looked = (state: GuardState, now: number, window: WindowSummary, policy: GuardPolicy): GuardStep => {
  if (state.testing) return { state, startTest: false }
  const suspicious = isSuspicious(window, policy)
  if (!suspicious && !state.failing) return { state: { ...state, firstFailureAt: null }, startTest: false }
  const startTest = now >= state.testNotBefore
  return { state: startTest ? { ...state, testing: true } : state, startTest }
}

/** The self-test has ended. */
export const tested = (state: GuardState, now: number, passed: boolean, policy: GuardPolicy): GuardState => ({
  testing: false,
  failing: !passed,
  firstFailureAt: passed ? state.firstFailureAt : (state.firstFailureAt ?? now),
  testNotBefore: now + policy.retestMs
})

/** Whether the verdict of a silent look is held now. */
export const holds = (state: GuardState, now: number, policy: GuardPolicy): boolean =>
  state.failing && state.firstFailureAt !== null && now < state.firstFailureAt + policy.holdMs
