import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { performance } from "node:perf_hooks"
import { describe, vi } from "vitest"
import { assert, it } from "@effect/vitest"
import { initializeMetrics, layerProcessMetrics, metricsText, pullGauge, recentMetricsText } from "../src/index.ts"

const alone = Effect.provideServiceEffect(
  Metric.MetricRegistry,
  Effect.sync(() => new Map())
)

const sample = (text: string, series: string): number | undefined => {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

const blockMs = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** Waits long enough for two samples of the event loop. */
const turns = Effect.promise(() => new Promise<void>((resolve) => setTimeout(() => setImmediate(resolve), 120)))

describe("metrics of the process", () => {
  it.live("report CPU time, memory, start time and event loop lag", () =>
    Effect.gen(function* () {
      yield* turns
      yield* Effect.sync(() => blockMs(1_300))
      yield* turns
      const text = yield* metricsText
      assert.isAbove(sample(text, 'mon_event_loop_lag_seconds{stat="max"}') ?? 0, 1)
      assert.isAbove(sample(text, "process_cpu_seconds_total") ?? 0, 0)
      assert.isAbove(sample(text, "process_resident_memory_bytes") ?? 0, 10_000_000)
      assert.closeTo(sample(text, "process_start_time_seconds") ?? 0, Date.now() / 1_000, 3_600)
      // The next scrape shows the same three series.
      yield* Effect.sync(() => blockMs(10))
      assert.strictEqual((yield* metricsText).split("\n").filter((line) => line.startsWith("mon_event_loop")).length, 3)
    }).pipe(Effect.provide(layerProcessMetrics), alone)
  )

  it.effect("are removed when their scope closes", () =>
    Effect.gen(function* () {
      const gauge = Metric.gauge("mon_pulled")
      let value = 1
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* pullGauge(gauge, () => value)
          assert.strictEqual(sample(yield* metricsText, "mon_pulled"), 1)
          value = 7
          assert.strictEqual(sample(yield* metricsText, "mon_pulled"), 7)
        })
      )
      assert.notInclude(yield* metricsText, "mon_pulled")
    }).pipe(alone)
  )

  it.effect("are written at most once a second for those who ask", () =>
    Effect.gen(function* () {
      const gauge = Metric.gauge("mon_asked")
      let asked = 0
      yield* Effect.acquireRelease(
        Effect.sync(() => vi.spyOn(performance, "now").mockReturnValue(1_000)),
        (spy) => Effect.sync(() => spy.mockRestore())
      )
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* pullGauge(gauge, () => (asked += 1))
          const texts = yield* Effect.all([recentMetricsText, recentMetricsText, recentMetricsText])
          assert.deepStrictEqual([new Set(texts).size, asked], [1, 1])
          vi.mocked(performance.now).mockReturnValue(1_999)
          assert.strictEqual(yield* recentMetricsText, texts[0])
          vi.mocked(performance.now).mockReturnValue(2_000)
          assert.strictEqual(sample(yield* recentMetricsText, "mon_asked"), 2)
        })
      )
    }).pipe(alone)
  )

  it.effect("are exported before their first event", () =>
    Effect.gen(function* () {
      const counter = Metric.counter("mon_shown_total", { description: "Shown", incremental: true })
      yield* initializeMetrics([
        Metric.withAttributes(counter, { outcome: "ok" }),
        Metric.histogram("mon_shown_seconds", { boundaries: [1] })
      ])
      const text = yield* metricsText
      assert.include(
        text,
        '# HELP mon_shown_total Shown\n# TYPE mon_shown_total counter\nmon_shown_total{outcome="ok"} 0\n'
      )
      assert.include(text, "mon_shown_seconds_count 0\n")
    }).pipe(alone)
  )
})
