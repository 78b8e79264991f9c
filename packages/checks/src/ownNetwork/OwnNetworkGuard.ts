import type { WindowSummary } from "./CheckWindow.ts"

/** The limits at which a worker suspects its own network, and the times for which it then suppresses verdicts. */
export interface GuardPolicy {
  readonly windowMs: number
  /** The share of the window's checks that must have failed silently before the worker suspects its own network. */
  readonly silentShare: number
  /** The number of distinct registrable domains that must be among the silent checks. */
  readonly silentDomains: number
  /** The longest time for which verdicts are suppressed, starting with the first failed self-test. */
  readonly suppressMs: number
  /** The shortest time between a failed self-test and the next self-test. */
  readonly retestMs: number
  /** The shortest time between two self-tests. Silent checks that end in between share the next self-test. */
  readonly shareMs: number
  /** The longest time that a silent site may take to respond once another site has responded. */
  readonly graceMs: number
}

/** The default limits. `docs/decisions/own-network-guard.md` contains the reasons for these numbers. */
export const guardPolicy: GuardPolicy = {
  windowMs: 60_000,
  silentShare: 0.3,
  silentDomains: 5,
  suppressMs: 900_000,
  retestMs: 10_000,
  shareMs: 250,
  // The time for two transmissions of the first packet of a connection, which are one second apart (RFC 6298).
  graceMs: 2_000
}

/** The state of the guard. Times are in milliseconds on a monotonic clock. */
export interface GuardState {
  /** The time of the first failed self-test since the network last worked. Null while the network works. */
  readonly failingSince: number | null
  /** The time at which the last failed self-test began. */
  readonly failedTestAt: number
  readonly testNotBefore: number
}

export interface TestFindings {
  readonly resolverAnswers: boolean
  /** The number of requested sites. `answered` is the number of these sites that responded. */
  readonly requested: number
  readonly answered: number
}

/**
 * The state of this worker's own network. "ok": another site responded during the check. "in_doubt": the last self-test
 * failed. Null: unknown, for example because there is no other site to request.
 */
export type OwnNetwork = "ok" | "in_doubt" | null

export interface OwnNetworkVerdict {
  readonly suppressed: boolean
  readonly network: OwnNetwork
}

export const initial: GuardState = { failingSince: null, failedTestAt: Number.NEGATIVE_INFINITY, testNotBefore: 0 }

/**
 * Whether the failed checks of the window suggest a fault of the worker's network rather than of the sites.
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
 * Whether a self-test passes. If no site responded, it passes only if there was no other site to request, and only
 * while the window is not suspicious.
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
 * Returns the state after any site has responded to a request that was sent at `sentAt`. The network then counts as
 * working, unless a failed self-test began after `sentAt`.
 */
export const afterResponse = (state: GuardState, sentAt: number): GuardState =>
  state.failingSince !== null && sentAt > state.failedTestAt ? initial : state

/** Whether the last self-test failed. */
export const isFailing = (state: GuardState): boolean => state.failingSince !== null

/** Whether the verdicts of silent checks are currently suppressed. */
export const suppresses = (state: GuardState, now: number, policy: GuardPolicy): boolean =>
  state.failingSince !== null && now < state.failingSince + policy.suppressMs
