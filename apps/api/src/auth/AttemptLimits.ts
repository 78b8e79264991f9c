import { type AttemptPolicy, RateLimitedAttempts } from "@mon/core-store"
import { Effect } from "effect"
import { hash } from "node:crypto"

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How often what may be tried, by whom. One address may stand for a whole office. */
const attemptLimits = {
  /** Wrong passwords of one person. */
  password: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Wrong passwords from one network. */
  network: { free: 20, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Invitations of one account to one address. */
  invitation: { free: 10, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Mails that somebody who is not signed in causes to one address. */
  mail: { free: 3, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** The same from one network. */
  mailer: { free: 10, firstWaitSeconds: 30, longestWaitSeconds: HOUR }
} as const satisfies Record<string, AttemptPolicy>

export type AttemptKind = keyof typeof attemptLimits

const bucketOf = (kind: AttemptKind, of: string): Buffer => hash("sha256", `${kind} ${of.toLowerCase()}`, "buffer")

/** Counts an attempt; 0, or the seconds to wait when there were too many. */
export const takeAttempt = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  return yield* (yield* RateLimitedAttempts).take(bucketOf(kind, of), attemptLimits[kind])
})

/** Takes an attempt that succeeded off the count. */
export const forgiveAttempt = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  yield* (yield* RateLimitedAttempts).forgive(bucketOf(kind, of))
})

/** Removes all attempts from the count. */
export const clearAttempts = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  yield* (yield* RateLimitedAttempts).clear(bucketOf(kind, of))
})
