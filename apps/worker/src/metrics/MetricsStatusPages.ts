import { StatusPageHosts, type HostCounts } from "@mon/core-store"
import { initializeMetrics } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

const hosts = Metric.gauge("mon_status_page_hosts", {
  description:
    "Custom host names for status pages in all accounts by state: waiting (not proven), proven, failing (the TXT record is missing), or released. Every worker reports the same values."
})

const states: ReadonlyArray<keyof HostCounts> = ["waiting", "proven", "failing", "released"]
const inState = (state: string) => Metric.withAttributes(hosts, { state })

/** Measures custom host names of status pages. The interval is `measureMs` of {@link WorkerTimings}. */
export const layerStatusPageMetrics: Layer.Layer<never, never, StatusPageHosts> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { counts } = yield* StatusPageHosts
    const { measureMs } = yield* WorkerTimings
    const measure = Effect.flatMap(counts(), (byState) =>
      Effect.forEach(states, (state) => Metric.update(inState(state), byState[state]), { discard: true })
    )
    yield* initializeMetrics(states.map(inState))
    yield* startPeriodicTasks([{ name: "measuring custom host names", everyMs: measureMs, run: measure }])
  })
)
