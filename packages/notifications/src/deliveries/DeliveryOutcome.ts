import { type DeliveryChannel, deliveryChannels, type StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Retry from "effect/Schedule"

export interface DeliveryOutcome {
  readonly status: "sent" | "failed" | "suppressed"
  /** A stable error code, from the receiver or from Mon. */
  readonly code: string | null
  readonly error: string | null
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
}

export const sent = (code: string | null): DeliveryOutcome => ({
  status: "sent",
  code,
  error: null,
  retryable: false,
  retryAfterSeconds: null
})

/**
 * Returns the outcome of a delivery that has nothing to send, because the subject of the notification no longer exists
 * or the target is switched off.
 */
export const skipped = (code: string): DeliveryOutcome => ({
  status: "suppressed",
  code,
  error: null,
  retryable: false,
  retryAfterSeconds: null
})

export const failed = (
  code: string,
  error: string,
  retryable: boolean,
  retryAfterSeconds: number | null = null
): DeliveryOutcome => ({
  status: "failed",
  code,
  error,
  retryable,
  retryAfterSeconds
})

const attempts = Metric.counter("mon_delivery_attempts_total", {
  description: "Delivery attempts by channel and outcome. A failed attempt may be retried.",
  incremental: true
})

const statuses: ReadonlyArray<DeliveryOutcome["status"]> = ["sent", "failed", "suppressed"]

const attemptsOf = (channel: DeliveryChannel, outcome: DeliveryOutcome["status"]) =>
  Metric.withAttributes(attempts, { channel, outcome })

export const deliveryMetrics = deliveryChannels.flatMap((channel) =>
  statuses.map((status) => attemptsOf(channel, status))
)

export const countAttempt = (channel: DeliveryChannel, outcome: DeliveryOutcome["status"]): Effect.Effect<void> =>
  Metric.update(attemptsOf(channel, outcome), 1)

const pause = Retry.spaced("500 millis")
const TIMES = 120

/**
 * Retries for 60 s while the database is unavailable. If a claim or an outcome were lost, a message would be sent late
 * or twice. The failover to another server takes about 25 s, and the lease of a delivery lasts 100 s.
 */
export const untilRecorded = <A, R>(record: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.retry(record, { schedule: pause, times: TIMES, while: ({ reason }) => reason === "Unavailable" })
