import {
  type Kind,
  listOf,
  nullable,
  aNumber,
  optional,
  optionsOf,
  argumentsOf,
  shape,
  whole
} from "@mon/bundled/arguments"

/**
 * Returns the check of a retry schedule as an argument.
 *
 * @internal
 */
export const scheduleKind = (): Kind =>
  shape<RetrySchedule>("a schedule, such as retrySchedules.webhook", {
    delaysSeconds: listOf(aNumber("a number of seconds", 0)),
    jitter: aNumber("a number from 0", 0),
    longestRetryAfterSeconds: nullable(aNumber("a number of seconds", 0))
  })

const acceptNextAttemptMs = /* @__PURE__ */ argumentsOf("nextAttemptMs", () => ({
  schedule: scheduleKind(),
  failed: optionsOf<FailedAttempt>({
    attempt: whole(1),
    retryAfterSeconds: optional(nullable(aNumber("a number of seconds", 0))),
    random: aNumber("a number from 0 to 1", 0, 1)
  })
}))

/** The waits between the attempts of a delivery that fails. */
export interface RetrySchedule {
  /** Seconds before the second attempt, the third, …; after the last one it is given up. */
  readonly delaysSeconds: ReadonlyArray<number>
  /** Up to this part of a delay is added, so that many deliveries do not come back at once. */
  readonly jitter: number
  /** The longest wait in seconds that the other side may ask for; null when it has no say. */
  readonly longestRetryAfterSeconds: number | null
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The schedules of the channels: the single source of truth. */
export const retrySchedules = {
  /** The example schedule of Standard Webhooks. */
  webhook: {
    delaysSeconds: [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
    jitter: 0.1,
    longestRetryAfterSeconds: 24 * HOUR
  },
  /** News of yesterday is no alert any more. Services that are down come back within hours. */
  channel: {
    delaysSeconds: [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR],
    jitter: 0.1,
    longestRetryAfterSeconds: 24 * HOUR
  },
  /** For a program that waits for the delivery of its own message. It gets an error after about three minutes. */
  message: { delaysSeconds: [5, 30, 2 * MINUTE], jitter: 0.1, longestRetryAfterSeconds: 2 * MINUTE },
  /**
   * Greylisting ends after minutes, a full mailbox or a broken server after hours; RFC 5321 section 4.5.4.1 wants the
   * first wait long enough.
   */
  mail: {
    delaysSeconds: [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR],
    jitter: 0.1,
    longestRetryAfterSeconds: null
  },
  /** As long as other channels: who got an outage gets its end. The pair rate limit ends after 6 s. */
  whatsapp: {
    delaysSeconds: [6, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR],
    jitter: 0.1,
    longestRetryAfterSeconds: 24 * HOUR
  }
} as const satisfies Readonly<Record<string, RetrySchedule>>

/** A webhook whose deliveries have failed for so long is switched off, and its owner gets an email. */
export const WEBHOOK_DISABLED_AFTER_SECONDS = 5 * 24 * HOUR

/**
 * A channel whose service has refused it for so long is switched off. One refusal says little: proxies and services
 * that are being deployed answer 404 too.
 */
export const CHANNEL_REFUSED_AFTER_SECONDS = HOUR

/** A delivery after a failed attempt. */
export interface FailedAttempt {
  /** 1 for the first one. */
  readonly attempt: number
  /** The wait that the other side asked for, in seconds. */
  readonly retryAfterSeconds?: number | null
  /** From 0 to 1; the source of chance. */
  readonly random: number
}

/**
 * Milliseconds until the next attempt, or null when there is none; what the other side asked for lengthens a wait and
 * never shortens it.
 *
 * @example
 * nextAttemptMs(retrySchedules.webhook, { attempt: 1, random: 0 }) // => 5000
 * nextAttemptMs(retrySchedules.webhook, { attempt: 1, random: 0, retryAfterSeconds: 60 }) // => 60000
 * nextAttemptMs(retrySchedules.webhook, { attempt: 10, random: 0 }) // => null
 */
export const nextAttemptMs = (schedule: RetrySchedule, failed: FailedAttempt): number | null => {
  acceptNextAttemptMs(schedule, failed)
  const { attempt, retryAfterSeconds = null, random } = failed
  const delay = schedule.delaysSeconds[attempt - 1]
  if (delay === undefined) return null
  const asked =
    schedule.longestRetryAfterSeconds === null ? 0 : Math.min(retryAfterSeconds ?? 0, schedule.longestRetryAfterSeconds)
  return Math.round(Math.max(delay, asked) * (1 + schedule.jitter * random) * 1000)
}
