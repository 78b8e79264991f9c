import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Tracer from "effect/Tracer"

/** Whether spans are exported. */
export const Tracing = Context.Reference<boolean>("@mon/process-runtime/Tracing", { defaultValue: () => false })

/** Runs an effect in a span of its own, or unchanged when spans are not exported, so that hot paths pay nothing. */
export const traced =
  (name: string, options: Tracer.SpanOptions = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Tracing, (on): Effect.Effect<A, E, R> =>
      // `withSpan` provides the parent span, so the effect requires nothing more: the cast is safe.
      on ? (Effect.withSpan(effect, name, options) as Effect.Effect<A, E, R>) : effect
    )
