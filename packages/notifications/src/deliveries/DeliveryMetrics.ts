import { type DeliveryChannel, deliveryChannels } from "@mon/core-store"
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { DeliveryOutcome } from "./DeliveryOutcome.ts"

const attempts = Metric.counter("mon_delivery_attempts_total", {
  description: "Delivery attempts by channel and outcome. A failed attempt may be retried.",
  incremental: true
})

const statuses: ReadonlyArray<DeliveryOutcome["status"]> = ["sent", "failed", "suppressed"]

const attemptsOf = (channel: DeliveryChannel, outcome: DeliveryOutcome["status"]) =>
  Metric.withAttributes(attempts, { channel, outcome })

/** All series of the metric. */
export const deliveryMetrics = deliveryChannels.flatMap((channel) =>
  statuses.map((status) => attemptsOf(channel, status))
)

export const countAttempt = (channel: DeliveryChannel, outcome: DeliveryOutcome["status"]): Effect.Effect<void> =>
  Metric.update(attemptsOf(channel, outcome), 1)
