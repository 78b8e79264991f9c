import { type AttemptPolicy, RateLimitedAttempts } from "@mon/core-store"
import { Effect } from "effect"
import { hash } from "node:crypto"

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How many attempts are free, and how long to wait after more. One network may be a whole office. */
const attemptLimits = {
  /** Wrong passwords for one email address. */
  password: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Wrong passwords from one network. */
  network: { free: 20, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Invitations from one account to one email address. */
  invitation: { free: 10, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Emails that visitors who are not signed in cause to one address. */
  mail: { free: 3, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** The same, caused from one network. */
  mailer: { free: 10, firstWaitSeconds: 30, longestWaitSeconds: HOUR }
} as const satisfies Record<string, AttemptPolicy>

export type AttemptKind = keyof typeof attemptLimits

const bucketOf = (kind: AttemptKind, of: string): Buffer => hash("sha256", `${kind} ${of.toLowerCase()}`, "buffer")

/** Counts an attempt. Returns 0, or the seconds to wait after too many. */
export const takeAttempt = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  return yield* (yield* RateLimitedAttempts).take(bucketOf(kind, of), attemptLimits[kind])
})

/** Removes a successful attempt from the count. */
export const forgiveAttempt = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  yield* (yield* RateLimitedAttempts).forgive(bucketOf(kind, of))
})

/** Resets the count. */
export const clearAttempts = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  yield* (yield* RateLimitedAttempts).clear(bucketOf(kind, of))
})
