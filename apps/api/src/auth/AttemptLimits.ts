import { type AttemptPolicy, linkSeconds, RateLimitedAttempts } from "@mon/core-store"
import { serviceLimits } from "@mon/model"
import { Effect } from "effect"
import { hash } from "node:crypto"

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * The number of attempts without a wait, and the waits after further attempts, by kind of attempt. Note that one
 * network can be a whole office.
 */
const attemptLimits = {
  /** Wrong passwords for one email address from one network. */
  password: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Wrong passwords from one network. */
  network: { free: 20, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /**
   * Wrong passwords for one email address from all networks. Only an attack from many networks reaches this limit. The
   * wait is short, because it also applies to the person who signs in with a new browser.
   */
  address: { free: 100, firstWaitSeconds: 1, longestWaitSeconds: MINUTE },
  /** Wrong passwords in one browser in which the person has signed in before. Replaces the three limits above. */
  device: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Wrong codes of the second factor for one person from one network. Entering a code requires the password. */
  code: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /**
   * Wrong codes for one person from all networks. The limit allows about 120 attempts a day. At any time, 3 of a
   * million codes are valid.
   */
  codeOfPerson: { free: 20, firstWaitSeconds: 30, longestWaitSeconds: 15 * MINUTE },
  /** Wrong codes in one browser in which the person has signed in before. Replaces the other limits on wrong codes. */
  codeDevice: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Refused responses of the identity provider, from one network. */
  provider: { free: 20, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Emails about sign-ins with new browsers to one person. */
  deviceNotice: { free: 5, firstWaitSeconds: 6 * HOUR, longestWaitSeconds: 12 * HOUR },
  /** Emails to one person about guessed codes. */
  guessNotice: { free: 1, firstWaitSeconds: 24 * HOUR, longestWaitSeconds: 24 * HOUR },
  /** Queries to the name servers of one monitored domain for the DNS records of a repair. */
  recordVerification: { free: 1, firstWaitSeconds: MINUTE, longestWaitSeconds: MINUTE },
  /** Checks that people request because an incident is repaired. */
  incidentVerification: { free: 1, firstWaitSeconds: MINUTE, longestWaitSeconds: MINUTE },
  /** Checks that people request because a certificate is repaired or DNS records are restored. */
  repairVerification: { free: 1, firstWaitSeconds: MINUTE, longestWaitSeconds: MINUTE },
  /** Checks of one service that people request. */
  serviceCheck: {
    free: 1,
    firstWaitSeconds: serviceLimits.checkNowSeconds,
    longestWaitSeconds: serviceLimits.checkNowSeconds
  },
  /** Test messages from one account to one registrable domain that the account has chosen. */
  test: { free: 10, firstWaitSeconds: 15, longestWaitSeconds: 15 * MINUTE },
  /**
   * Test messages to one registrable domain from all accounts. The wait is short, because it applies to all accounts.
   */
  testOfSite: { free: 30, firstWaitSeconds: 2, longestWaitSeconds: MINUTE },
  /** Codes that one person has sent through own channels. */
  contactCode: { free: 5, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Test alerts that one person has sent by contact rules. */
  contactTest: { free: 3, firstWaitSeconds: 30, longestWaitSeconds: 15 * MINUTE },
  /** Previews of the pages of one registrable domain from one account. */
  preview: { free: 60, firstWaitSeconds: 5, longestWaitSeconds: 5 * MINUTE },
  /** Previews of the pages of one registrable domain from all accounts. */
  previewOfSite: { free: 300, firstWaitSeconds: 1, longestWaitSeconds: MINUTE },
  /** Invitations from one account to one email address. */
  invitation: { free: 10, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Sign-up emails to one address. */
  signupMail: { free: 3, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Emails with a link to set a new password to one address, requested from one network. */
  resetMail: { free: 3, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /**
   * Emails with a link to set a new password to one address, requested from all networks. The wait is shorter than the
   * lifetime of a link, so the person always has a valid link.
   */
  resetMailAddress: { free: 10, firstWaitSeconds: MINUTE, longestWaitSeconds: linkSeconds.reset / 2 },
  /**
   * Emails with a link to set a new password, requested from one browser in which the person has signed in before.
   * Replaces the other limits on these emails.
   */
  deviceMail: { free: 3, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Wrong passwords for one status page from one network. */
  statusPassword: { free: 5, firstWaitSeconds: 5, longestWaitSeconds: 15 * MINUTE },
  /** Wrong passwords for one status page from all networks. The wait is short, because it applies to all readers. */
  statusPasswordPage: { free: 100, firstWaitSeconds: 1, longestWaitSeconds: MINUTE },
  /** Emails with a link to one address that a mail server refused. */
  addressMail: { free: 2, firstWaitSeconds: HOUR, longestWaitSeconds: 12 * HOUR },
  /** Emails with a link to private status pages, to one address. */
  statusMail: { free: 3, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR },
  /** Requests to subscribe to status pages from one network. */
  subscription: { free: 10, firstWaitSeconds: 30, longestWaitSeconds: HOUR },
  /**
   * Requests to subscribe to one page from one network. The limit is a third of the requests that a page accepts in an
   * hour.
   */
  subscriptionPage: { free: 10, firstWaitSeconds: HOUR, longestWaitSeconds: HOUR },
  /**
   * Requests to subscribe to one page from the network of one provider that are accepted even if the page has reached
   * its own limit.
   */
  subscriptionReserve: { free: 2, firstWaitSeconds: HOUR, longestWaitSeconds: HOUR },
  /** Emails from one network that visitors request without signing in. */
  mailer: { free: 10, firstWaitSeconds: 30, longestWaitSeconds: HOUR }
} as const satisfies Record<string, AttemptPolicy>

export type AttemptKind = keyof typeof attemptLimits

const bucketOf = (kind: AttemptKind, of: string): Buffer => hash("sha256", `${kind} ${of.toLowerCase()}`, "buffer")

/** Counts an attempt. Returns 0, or the number of seconds to wait after too many attempts. */
export const takeAttempt = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  return yield* (yield* RateLimitedAttempts).take(bucketOf(kind, of), attemptLimits[kind])
})

/**
 * Counts an attempt in several limits, one after the other, until one of them requires a wait. Returns the length of
 * the wait in seconds, or 0.
 */
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

export const clearAttempts = Effect.fnUntraced(function* (kind: AttemptKind, of: string) {
  yield* (yield* RateLimitedAttempts).clear(bucketOf(kind, of))
})
