import type { WindowSummary } from "./CheckWindow.ts"

/** When a worker suspects its own network, and for how long it then suppresses verdicts. */
export interface GuardPolicy {
  readonly windowMs: number
  /** The share of the window's checks that must have failed silently. */
  readonly silentShare: number
  /** Distinct registrable domains among them. */
  readonly silentDomains: number
  /** Longest time that verdicts are suppressed, from the first self-test that failed. */
  readonly suppressMs: number
  /** Shortest time between two self-tests. */
  readonly retestMs: number
}

/** Decisions section 3, "Own-connectivity gate"; `retestMs` is our choice. */
export const guardPolicy: GuardPolicy = {
  windowMs: 60_000,
  silentShare: 0.3,
  silentDomains: 5,
  suppressMs: 120_000,
  retestMs: 10_000
}

/** Times are milliseconds on a monotonic clock. */
export interface GuardState {
  readonly testing: boolean
  /** Whether the last self-test failed. */
  readonly failing: boolean
  /**
   * The first failed self-test of this episode. An episode ends when a test has passed and the window is no longer
   * suspicious.
   */
  readonly firstFailureAt: number | null
  readonly testNotBefore: number
}

export interface GuardStep {
  readonly state: GuardState
  /** Run a self-test now and report its result to `afterSelfTest`. */
  readonly startTest: boolean
}

export const initial: GuardState = { testing: false, failing: false, firstFailureAt: null, testNotBefore: 0 }

/**
 * Whether the failed checks of the window point to the worker's network rather than to the sites.
 *
 * @example
 * ```ts
 * isSuspicious({ checks: 10, silentChecks: 5, silentDomains: 5 }, guardPolicy) // => true
 * isSuspicious({ checks: 100, silentChecks: 5, silentDomains: 5 }, guardPolicy) // => false
 * ```
 */
export const isSuspicious = (window: WindowSummary, policy: GuardPolicy): boolean =>
  window.silentDomains >= policy.silentDomains && window.silentChecks >= window.checks * policy.silentShare

/** The state after a check, given the window that includes it. */
export const afterCheck = (state: GuardState, now: number, window: WindowSummary, policy: GuardPolicy): GuardStep => {
  if (state.testing) return { state, startTest: false }
  const suspicious = isSuspicious(window, policy)
  if (!suspicious && !state.failing) return { state: { ...state, firstFailureAt: null }, startTest: false }
  const startTest = now >= state.testNotBefore
  return { state: startTest ? { ...state, testing: true } : state, startTest }
}

/** The state after a self-test. */
export const afterSelfTest = (state: GuardState, now: number, passed: boolean, policy: GuardPolicy): GuardState => ({
  testing: false,
  failing: !passed,
  firstFailureAt: passed ? state.firstFailureAt : (state.firstFailureAt ?? now),
  testNotBefore: now + policy.retestMs
})

/** Whether the verdict of a silent check is currently suppressed. */
export const suppresses = (state: GuardState, now: number, policy: GuardPolicy): boolean =>
  state.failing && state.firstFailureAt !== null && now < state.firstFailureAt + policy.suppressMs
