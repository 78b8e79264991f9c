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
 * Returns the argument check for a retry schedule.
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

/** The waits between the attempts of a failing delivery. */
export interface RetrySchedule {
  /**
   * The delays before the second attempt, the third attempt and so on, in seconds. If the attempt after the last delay
   * fails, there is no further attempt.
   */
  readonly delaysSeconds: ReadonlyArray<number>
  /** The largest share of a delay that is added at random, so that many deliveries are not retried at the same time. */
  readonly jitter: number
  /**
   * The longest wait in seconds that the other side may ask for. Null if a wait that the other side asks for is
   * ignored.
   */
  readonly longestRetryAfterSeconds: number | null
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The retry schedules of the delivery channels. No other file defines such schedules. */
export const retrySchedules = {
  /** The schedule of webhooks, which is the example schedule of Standard Webhooks. */
  webhook: {
    delaysSeconds: [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
    jitter: 0.1,
    longestRetryAfterSeconds: 24 * HOUR
  },
  /** The schedule of channels. Most services recover within hours, and an alert from yesterday is no longer useful. */
  channel: {
    delaysSeconds: [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR],
    jitter: 0.1,
    longestRetryAfterSeconds: 24 * HOUR
  },
  /**
   * The schedule for a program that waits for the delivery of its message. If all attempts fail, the program gets an
   * error after about three minutes.
   */
  message: { delaysSeconds: [5, 30, 2 * MINUTE], jitter: 0.1, longestRetryAfterSeconds: 2 * MINUTE },
  /**
   * The schedule of email. Greylisting ends after minutes, and problems with a full mailbox or a broken server end
   * after hours. RFC 5321 section 4.5.4.1 asks for a first wait that is long enough.
   */
  mail: {
    delaysSeconds: [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR],
    jitter: 0.1,
    longestRetryAfterSeconds: null
  },
  /**
   * The schedule of WhatsApp, which is as long as the schedule of channels, so that people who were alerted to an
   * outage also learn of its end. The pair rate limit ends after 6 s.
   */
  whatsapp: {
    delaysSeconds: [6, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR],
    jitter: 0.1,
    longestRetryAfterSeconds: 24 * HOUR
  }
} as const satisfies Readonly<Record<string, RetrySchedule>>

/**
 * The time in seconds after which a webhook is switched off if its deliveries keep failing. The owner of the webhook
 * then gets an email.
 */
export const WEBHOOK_DISABLED_AFTER_SECONDS = 5 * 24 * HOUR

/**
 * The time in seconds after which a channel is switched off because its service refuses messages. One refusal is not
 * enough, because proxies and services also answer 404 while they are being deployed.
 */
export const CHANNEL_REFUSED_AFTER_SECONDS = HOUR

/** The values that determine when a failed delivery is attempted again. */
export interface FailedAttempt {
  /** The number of the failed attempt. 1 for the first attempt. */
  readonly attempt: number
  /** The wait that the other side asked for, in seconds. */
  readonly retryAfterSeconds?: number | null
  /** A random number from 0 to 1. */
  readonly random: number
}

/**
 * Returns the milliseconds until the next attempt, or null if there is none. A wait that the other side asks for can
 * make the time longer, but never shorter.
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
