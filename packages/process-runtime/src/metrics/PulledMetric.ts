import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"

const ignore = () => {}

/** Registers a gauge until the scope closes. `read` returns its value at each scrape. NaN is exported as NaN. */
export const pullGauge = (
  gauge: Metric.Metric<number, Metric.GaugeState<number>>,
  read: () => number
): Effect.Effect<void, never, Scope.Scope> => pull(gauge, () => ({ value: read() }))

/** Registers a counter until the scope closes. `read` returns its value at each scrape. */
export const pullCounter = (
  counter: Metric.Metric<number, Metric.CounterState<number>>,
  read: () => number
): Effect.Effect<void, never, Scope.Scope> => pull(counter, () => ({ count: read(), incremental: true }))

const pull = <State>(metric: Metric.Metric<number, State>, get: () => State) =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.map(Effect.context<never>(), (context) =>
        Metric.registerUnsafe(metric, context, { get, update: ignore, modify: ignore })
      ),
      (registration) => Effect.sync(() => registration.remove())
    )
  )

/**
 * Exports metrics with the value 0 before their first event. If a counter appeared only with its first event, the
 * calculation of a rate would miss that event.
 */
export const initializeMetrics = (metrics: Iterable<Metric.Metric<never, unknown>>): Effect.Effect<void> =>
  Effect.forEach(metrics, (metric) => Metric.value(metric), { discard: true })
