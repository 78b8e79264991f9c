import type { WindowSummary } from "./CheckWindow.ts"

/** The limits from which a worker suspects its own network, and the times for which it then suppresses verdicts. */
export interface GuardPolicy {
  readonly windowMs: number
  /** The share of the window's checks that must have failed silently. */
  readonly silentShare: number
  /** Distinct registrable domains among them. */
  readonly silentDomains: number
  /** Longest time that verdicts are suppressed, from the first self-test that failed. */
  readonly suppressMs: number
  /** Shortest time between a self-test that failed and the next one. */
  readonly retestMs: number
  /** Shortest time between two self-tests. Silent checks that end in between share the next one. */
  readonly shareMs: number
  /** The longest time that a silent site may take to respond once another site has responded. */
  readonly graceMs: number
}

/** The reasons for these numbers are in `docs/decisions/own-network-guard.md`. */
export const guardPolicy: GuardPolicy = {
  windowMs: 60_000,
  silentShare: 0.3,
  silentDomains: 5,
  suppressMs: 900_000,
  retestMs: 10_000,
  shareMs: 250,
  // Two transmissions of the first packet of a connection, one second apart (RFC 6298).
  graceMs: 2_000
}

/** Times are milliseconds on a monotonic clock. */
export interface GuardState {
  /** The first self-test that failed since the network last worked; null while it works. */
  readonly failingSince: number | null
  /** The start of the last self-test that failed. */
  readonly failedTestAt: number
  readonly testNotBefore: number
}

/** The findings of a self-test. */
export interface TestFindings {
  readonly resolverAnswers: boolean
  /** The number of sites that were requested; `answered` is the number of those that responded. */
  readonly requested: number
  readonly answered: number
}

/**
 * The state of our network. "ok": another site responded meanwhile. "in_doubt": the last self-test failed. Null:
 * neither, for instance because there is no other site to ask.
 */
export type OwnNetwork = "ok" | "in_doubt" | null

/** The effect of our network on the verdict of a check. */
export interface OwnNetworkVerdict {
  /** Whether the verdict must be suppressed. */
  readonly suppressed: boolean
  readonly network: OwnNetwork
}

export const initial: GuardState = { failingSince: null, failedTestAt: Number.NEGATIVE_INFINITY, testNotBefore: 0 }

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

/**
 * Whether a self-test passes. Without a response, it passes only if no second site could have responded, and only while
 * the window is not suspicious.
 *
 * @example
 * ```ts
 * passes({ resolverAnswers: true, requested: 3, answered: 0 }, { isAlone: false, isSuspicious: false }) // => false
 * passes({ resolverAnswers: true, requested: 0, answered: 0 }, { isAlone: true, isSuspicious: false }) // => true
 * ```
 */
export const passes = (
  { answered, resolverAnswers }: TestFindings,
  when: { readonly isAlone: boolean; readonly isSuspicious: boolean }
): boolean => resolverAnswers && (answered > 0 || (when.isAlone && !when.isSuspicious))

/** The state after a self-test. */
export const afterSelfTest = (
  state: GuardState,
  { from, to }: { readonly from: number; readonly to: number },
  passed: boolean,
  policy: GuardPolicy
): GuardState =>
  passed
    ? { ...initial, testNotBefore: from + policy.shareMs }
    : { failingSince: state.failingSince ?? to, failedTestAt: from, testNotBefore: to + policy.retestMs }

/**
 * The state after any site has responded to a request that was sent at this time: the network works, unless a self-test
 * that failed began later.
 */
export const afterResponse = (state: GuardState, sentAt: number): GuardState =>
  state.failingSince !== null && sentAt > state.failedTestAt ? initial : state

/** Whether the last self-test failed. */
export const isFailing = (state: GuardState): boolean => state.failingSince !== null

/** Whether the verdicts of silent checks are currently suppressed. */
export const suppresses = (state: GuardState, now: number, policy: GuardPolicy): boolean =>
  state.failingSince !== null && now < state.failingSince + policy.suppressMs
