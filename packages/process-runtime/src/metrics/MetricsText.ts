import type * as Effect from "effect/Effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"

/** The media type of {@link metricsText}. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

/** Every metric of the process as Prometheus text. */
export const metricsText: Effect.Effect<string> = PrometheusMetrics.format()
