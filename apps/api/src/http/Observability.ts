// The one place where the API touches effect's unstable exporter of metrics.
export * as Prometheus from "effect/observability/PrometheusMetrics"
