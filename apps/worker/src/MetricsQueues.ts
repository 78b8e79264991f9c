import { Queue, type QueueCounts } from "@mon/core-store"
import { deliveryMetrics, deliveryQueues, digestQueue, mailQueue, whatsAppCodeQueue } from "@mon/notifications"
import { initializeMetrics } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { startPeriodicTasks } from "./periodicTasks.ts"
import { WorkerTimings } from "./WorkerTimings.ts"

const jobs = Metric.gauge("mon_queue_jobs", {
  description:
    "Jobs by queue and state: waiting (for a worker or a retry), running, dead (given up). Every worker reports the same values"
})

const queues = [...Object.values(deliveryQueues), digestQueue, mailQueue, whatsAppCodeQueue]
const states: ReadonlyArray<keyof QueueCounts> = ["waiting", "running", "dead"]

const gauge = (queue: string, state: string) => Metric.withAttributes(jobs, { queue, state })

/** Measures the queues, as often as the oldest due time. */
export const layerQueueMetrics: Layer.Layer<never, never, Queue> = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* Queue
    const { oldestDueMs } = yield* WorkerTimings
    const measure = Effect.forEach(
      queues,
      (definition) =>
        Effect.flatMap(queue.counts<object>(definition), (counts) =>
          Effect.forEach(states, (state) => Metric.update(gauge(definition.name, state), counts[state]), {
            discard: true
          })
        ),
      { discard: true }
    )
    yield* initializeMetrics([
      ...queues.flatMap(({ name }) => states.map((state) => gauge(name, state))),
      ...deliveryMetrics
    ])
    yield* startPeriodicTasks([{ name: "measuring the queues", everyMs: oldestDueMs, run: measure }])
  })
)
