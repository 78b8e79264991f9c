import { MonitorSchedule } from "@mon/core-store"
import { initializeMetrics } from "@mon/process-runtime"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"

const claimTime = Metric.histogram("mon_claim_seconds", {
  description: "Duration of one statement that claims due monitors",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
})
const claimed = Metric.counter("mon_claimed_monitors_total", {
  description: "Number of claimed monitors",
  incremental: true
})

const NANOS_PER_SECOND = 1e9

/** The schedule, with metrics for the duration and number of claims. */
export const layerMeasuredSchedule: Layer.Layer<MonitorSchedule, never, MonitorSchedule> = Layer.effect(
  MonitorSchedule,
  Effect.gen(function* () {
    const schedule = yield* MonitorSchedule
    yield* initializeMetrics([claimTime, claimed])
    return MonitorSchedule.of({
      ...schedule,
      claim: Effect.fnUntraced(function* (...args) {
        const before = yield* Clock.monotonicTimeNanos
        const claims = yield* schedule.claim(...args)
        yield* Metric.update(claimTime, Number((yield* Clock.monotonicTimeNanos) - before) / NANOS_PER_SECOND)
        yield* Metric.update(claimed, claims.length)
        return claims
      })
    })
  })
)
