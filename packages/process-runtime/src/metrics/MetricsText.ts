import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { performance } from "node:perf_hooks"

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

/** The current values of all metrics of the process as Prometheus text. */
export const metricsText: Effect.Effect<string> = PrometheusMetrics.format()

/**
 * The time for which a text is served again, in milliseconds. It takes 20 ms to write a text if all endpoints of the
 * process are in use.
 */
const TEXT_MS = 1_000

interface WrittenText {
  readonly at: number
  readonly text: string
}

const written = new WeakMap<object, WrittenText>()

/**
 * The text of {@link metricsText}, at most one second old. Therefore, many requests still cause only one text per
 * second.
 */
export const recentMetricsText: Effect.Effect<string> = Effect.gen(function* () {
  const registry = yield* Metric.MetricRegistry
  const now = performance.now()
  const last = written.get(registry)
  if (last !== undefined && now - last.at < TEXT_MS) return last.text
  const text = yield* metricsText
  written.set(registry, { at: now, text })
  return text
})
