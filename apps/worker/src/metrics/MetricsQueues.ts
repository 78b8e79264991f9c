import { Deliveries, type DeliveryChannel, deliveryChannels, Jobs, type QueueCounts } from "@mon/core-store"
import { deliveryMetrics, jobQueues } from "@mon/notifications"
import { initializeMetrics } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

const jobs = Metric.gauge("mon_queue_jobs", {
  description:
    "Jobs and deliveries by queue and state. A waiting job is queued or scheduled for later, and a dead job is no longer retried. Every worker reports the same values."
})

const states = ["waiting", "running", "dead"] as const satisfies ReadonlyArray<keyof QueueCounts>
/**
 * The states of deliveries that are exported. A delivery that has used all its attempts is not counted, because its
 * message has the state `failed`.
 */
const deliveryStates = ["waiting", "running"] as const

const gauge = (queue: string, state: string) => Metric.withAttributes(jobs, { queue, state })
const deliveriesBy = (channel: DeliveryChannel) => `delivery-${channel}`

/** Measures the queues. The interval is `measureMs` of {@link WorkerTimings}. */
export const layerQueueMetrics: Layer.Layer<never, never, Jobs | Deliveries> = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobCounts = (yield* Jobs).counts
    const { measureMs } = yield* WorkerTimings
    const deliveries = yield* Deliveries
    const measureDeliveries = Effect.flatMap(
      deliveries.backlog(),
      Effect.forEach((backlog) =>
        Effect.forEach(deliveryStates, (state) =>
          Metric.update(gauge(deliveriesBy(backlog.channel), state), backlog[state])
        )
      )
    )
    const measureQueues = Effect.forEach(
      jobQueues,
      (queue) =>
        Effect.flatMap(jobCounts(queue), (counts) =>
          Effect.forEach(states, (state) => Metric.update(gauge(queue, state), counts[state]), {
            discard: true
          })
        ),
      { discard: true }
    )
    yield* initializeMetrics([
      ...jobQueues.flatMap((queue) => states.map((state) => gauge(queue, state))),
      ...deliveryChannels.flatMap((channel) => deliveryStates.map((state) => gauge(deliveriesBy(channel), state))),
      ...deliveryMetrics
    ])
    yield* startPeriodicTasks([
      { name: "measuring the queues", everyMs: measureMs, run: Effect.andThen(measureQueues, measureDeliveries) }
    ])
  })
)
