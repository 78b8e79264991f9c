import type { DnsCandidate, WatchedSet } from "./DnsWatchState.ts"

/** The time after which a second answer can confirm a change, in milliseconds. */
const CONFIRM_MS = 60_000
/** The maximum number of early repetitions of an observation while the servers of a candidate do not answer at all. */
const MAX_RECHECKS = 5

export interface SetJudgement {
  readonly set: WatchedSet
  readonly change: { readonly before: ReadonlyArray<string>; readonly firstSeenAt: number } | null
  readonly recheckAfterMs: number | null
}

export const unchanged = (set: WatchedSet): SetJudgement => ({ set, change: null, recheckAfterMs: null })

/**
 * Returns a judgement that waits for the confirmation of a candidate, which was seen for the first time, or again too
 * early.
 */
export const awaitConfirmation = (set: WatchedSet, candidate: DnsCandidate, at: number): SetJudgement => ({
  set: { ...set, candidate },
  change: null,
  recheckAfterMs: Math.max(1, candidate.firstSeenAt + CONFIRM_MS - at)
})

/** Returns a judgement that waits longer, because no answer confirms or refutes the candidate. */
export const awaitAnswer = (set: WatchedSet, candidate: DnsCandidate): SetJudgement => ({
  set: { ...set, candidate: { ...candidate, rechecks: candidate.rechecks + 1 } },
  change: null,
  recheckAfterMs: candidate.rechecks < MAX_RECHECKS ? CONFIRM_MS : null
})

export const isDue = ({ firstSeenAt }: DnsCandidate, at: number): boolean => at - firstSeenAt >= CONFIRM_MS

export const sameRecords = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.length === other.length && one.every((record, index) => record === other[index])

/** Returns whether a serial number is older than another. Serial numbers wrap around (RFC 1982 section 3.2). */
export const isOlderSerial = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && one !== other && (other - one) >>> 0 < 0x8000_0000
