import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import process from "node:process"
import { showInternalErrors } from "./InternalErrors.ts"
import { pullCounter, pullGauge } from "./PulledMetric.ts"

/**
 * The interval at which the event loop is sampled, in milliseconds. The lag is the time by which a sample exceeds this
 * interval.
 */
const RESOLUTION_MS = 50
/**
 * The minimum window for the lag, in milliseconds. The window is the time since the last scrape, but not shorter than
 * this minimum, so that all values of one scrape cover the same window.
 */
const SHORTEST_WINDOW_MS = 1_000
const NANOS_PER_SECOND = 1e9
const MICROS_PER_SECOND = 1e6
const MILLIS_PER_SECOND = 1_000

// The names without "mon_" are the standard names that Prometheus client libraries use.
const cpu = Metric.counter("process_cpu_seconds_total", {
  description: "CPU time that the process has used, in user and system mode",
  incremental: true
})
const resident = Metric.gauge("process_resident_memory_bytes", { description: "Resident memory of the process" })
const started = Metric.gauge("process_start_time_seconds", {
  description: "Start time of the process, in seconds since the Unix epoch"
})
const heap = Metric.gauge("mon_heap_used_bytes", { description: "JavaScript heap in use" })
const lag = Metric.gauge("mon_event_loop_lag_seconds", {
  description: "Delay of event loop timers since the last scrape: median, 99th percentile, maximum"
})

type Delays = ReturnType<typeof monitorEventLoopDelay>

const stats = {
  p50: (delays: Delays) => delays.percentile(50),
  p99: (delays: Delays) => delays.percentile(99),
  max: (delays: Delays) => delays.max
}

type Lags = Record<keyof typeof stats, number>

const secondsOf = (nanos: number) => Math.max(0, nanos / NANOS_PER_SECOND - RESOLUTION_MS / MILLIS_PER_SECOND)

/**
 * Makes a function that returns the event loop lags of the last window. A call more than {@link SHORTEST_WINDOW_MS}
 * after the start of a window ends it and starts a new one.
 */
const makeWindow = (delays: Delays) => {
  let startedAt = performance.now()
  let last: Lags = { p50: 0, p99: 0, max: 0 }
  return (): Lags => {
    const now = performance.now()
    if (now - startedAt < SHORTEST_WINDOW_MS || delays.count === 0) return last
    startedAt = now
    last = { p50: secondsOf(stats.p50(delays)), p99: secondsOf(stats.p99(delays)), max: secondsOf(stats.max(delays)) }
    delays.reset()
    return last
  }
}

const cpuSeconds = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / MICROS_PER_SECOND
}

/** The metrics of this process: CPU, memory, start time and event loop lag. They are computed at each scrape. */
export const layerProcessMetrics: Layer.Layer<never> = Layer.effectDiscard(
  Effect.gen(function* () {
    const delays = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
        histogram.enable()
        return histogram
      }),
      (histogram) => Effect.sync(() => void histogram.disable())
    )
    const lags = makeWindow(delays)
    for (const stat of ["p50", "p99", "max"] as const) {
      yield* pullGauge(Metric.withAttributes(lag, { stat }), () => lags()[stat])
    }
    yield* showInternalErrors
    yield* pullCounter(cpu, cpuSeconds)
    yield* pullGauge(resident, () => process.memoryUsage.rss())
    yield* pullGauge(heap, () => process.memoryUsage().heapUsed)
    yield* pullGauge(started, () => performance.timeOrigin / MILLIS_PER_SECOND)
  })
)
