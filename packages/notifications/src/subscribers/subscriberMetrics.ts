import type { SubscriberKind } from "@mon/core-store"
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { DeliveryOutcome } from "../deliveries/DeliveryOutcome.ts"

const attempts = Metric.counter("mon_subscriber_attempts_total", {
  description: "Delivery attempts to subscribers of status pages by kind and outcome. A failed attempt may be retried.",
  incremental: true
})

const waiting = Metric.gauge("mon_subscriber_deliveries_waiting", {
  description: "Pending deliveries to status page subscribers, by kind. Every worker reports the same values."
})

const kinds: ReadonlyArray<SubscriberKind> = ["email", "webhook"]
const outcomes: ReadonlyArray<DeliveryOutcome["status"]> = ["sent", "failed", "suppressed"]

const attemptsOf = (kind: SubscriberKind, outcome: DeliveryOutcome["status"]) =>
  Metric.withAttributes(attempts, { kind, outcome })
const waitingOf = (kind: SubscriberKind) => Metric.withAttributes(waiting, { kind })

export const subscriberMetrics = [
  ...kinds.flatMap((kind) => outcomes.map((outcome) => attemptsOf(kind, outcome))),
  ...kinds.map(waitingOf)
]

export const countSubscriberAttempt = (kind: SubscriberKind, outcome: DeliveryOutcome["status"]): Effect.Effect<void> =>
  Metric.update(attemptsOf(kind, outcome), 1)

export const setSubscribersWaiting = (kind: SubscriberKind, count: number): Effect.Effect<void> =>
  Metric.update(waitingOf(kind), count)
