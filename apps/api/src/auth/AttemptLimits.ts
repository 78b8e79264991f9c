import { type AttemptPolicy, linkSeconds, RateLimitedAttempts } from "@mon/core-store"
import { Effect } from "effect"
import { hash } from "node:crypto"

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The number of free attempts, and the waits after more, by kind of attempt. One network may be a whole office. */
const attemptLimits = {
  /** Wrong passwords for one email address from one network. */
  password: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Wrong passwords from one network. */
  network: { free: 20, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /**
   * Wrong passwords for one email address from all networks: only many networks together reach it. The wait is short,
   * because everybody who signs in with a new browser waits as well.
   */
  address: { free: 100, firstWaitSeconds: 1, longestWaitSeconds: MINUTE },
  /** Wrong passwords in one browser that the person signed in with before, instead of the three limits above. */
  device: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Wrong codes of the second factor for one person from one network. Only who knows the password can enter codes. */
  code: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Wrong codes for one person from all networks: about 120 a day, and 3 of a million codes are valid at a time. */
  codeOfPerson: { free: 20, firstWaitSeconds: 30, longestWaitSeconds: 15 * MINUTE },
  /** Wrong codes in one browser that the person signed in with before, instead of the other limits of codes. */
  codeDevice: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Answers of the identity provider that were refused, from one network. */
  provider: { free: 20, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Emails about sign-ins with new browsers to one person. */
  deviceNotice: { free: 5, firstWaitSeconds: 6 * HOUR, longestWaitSeconds: 12 * HOUR },
  /** Emails about guessed codes to one person. */
  guessNotice: { free: 1, firstWaitSeconds: 24 * HOUR, longestWaitSeconds: 24 * HOUR },
  /** Questions to the name servers of one monitored domain whether they have the records of a repair. */
  recordVerification: { free: 1, firstWaitSeconds: MINUTE, longestWaitSeconds: MINUTE },
  /** Checks because somebody says that an incident is repaired. */
  incidentVerification: { free: 1, firstWaitSeconds: MINUTE, longestWaitSeconds: MINUTE },
  /** Checks because somebody says that a certificate is repaired, or that DNS records are as before. */
  repairVerification: { free: 1, firstWaitSeconds: MINUTE, longestWaitSeconds: MINUTE },
  /** Test messages from one account to one registrable domain that it has chosen. */
  test: { free: 10, firstWaitSeconds: 15, longestWaitSeconds: 15 * MINUTE },
  /** Tests of one registrable domain from all accounts. The wait is short, because everybody else waits as well. */
  testOfSite: { free: 30, firstWaitSeconds: 2, longestWaitSeconds: MINUTE },
  /** Previews of the pages of one registrable domain from one account. */
  preview: { free: 60, firstWaitSeconds: 5, longestWaitSeconds: 5 * MINUTE },
  /** Previews of the pages of one registrable domain from all accounts. */
  previewOfSite: { free: 300, firstWaitSeconds: 1, longestWaitSeconds: MINUTE },
  /** Invitations from one account to one email address. */
  invitation: { free: 10, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Sign-up emails to one address. */
  signupMail: { free: 3, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Emails to set a new password to one address, caused from one network. */
  resetMail: { free: 3, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** The same, caused from all networks. Within the lifetime of a link, so the person always has one that works. */
  resetMailAddress: { free: 10, firstWaitSeconds: MINUTE, longestWaitSeconds: linkSeconds.reset / 2 },
  /** The same, caused from one browser that the person signed in with before, instead of the other limits of emails. */
  deviceMail: { free: 3, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Wrong passwords for one status page from one network. */
  statusPassword: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Wrong passwords for one status page from all networks. The wait is short, because every reader waits as well. */
  statusPasswordPage: { free: 100, firstWaitSeconds: 1, longestWaitSeconds: MINUTE },
  /** Emails with a link to one address that a mail server refused. */
  addressMail: { free: 2, firstWaitSeconds: HOUR, longestWaitSeconds: 12 * HOUR },
  /** Links to private status pages for one address. */
  statusMail: { free: 3, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Requests to subscribe to status pages from one network. */
  subscription: { free: 10, firstWaitSeconds: 30, longestWaitSeconds: HOUR },
  /** The same for one page: a third of the requests that a page takes in an hour. */
  subscriptionPage: { free: 10, firstWaitSeconds: HOUR, longestWaitSeconds: HOUR },
  /** The same for one page from the network of a provider: a page with many requests takes these all the same. */
  subscriptionReserve: { free: 2, firstWaitSeconds: HOUR, longestWaitSeconds: HOUR },
  /** Emails that visitors who are not signed in cause from one network. */
  mailer: { free: 10, firstWaitSeconds: 30, longestWaitSeconds: HOUR }
} as const satisfies Record<string, AttemptPolicy>

export type AttemptKind = keyof typeof attemptLimits

const bucketOf = (kind: AttemptKind, of: string): Buffer => hash("sha256", `${kind} ${of.toLowerCase()}`, "buffer")

/** Counts an attempt. Returns 0, or the seconds to wait after too many. */
export const takeAttempt = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  return yield* (yield* RateLimitedAttempts).take(bucketOf(kind, of), attemptLimits[kind])
})

/** Counts an attempt in one limit after the other, up to the first that must wait. Returns its seconds, or 0. */
export const takeFirstWait = Effect.fnUntraced(function* (limits: ReadonlyArray<readonly [AttemptKind, string]>) {
  for (const [kind, of] of limits) {
    const seconds = yield* takeAttempt(kind, of)
    if (seconds > 0) return seconds
  }
  return 0
})

/** Removes a successful attempt from the count. */
export const forgiveAttempt = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  yield* (yield* RateLimitedAttempts).forgive(bucketOf(kind, of))
})

/** Resets the count. */
export const clearAttempts = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  yield* (yield* RateLimitedAttempts).clear(bucketOf(kind, of))
})
