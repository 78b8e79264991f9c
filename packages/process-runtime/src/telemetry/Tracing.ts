import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Tracer from "effect/Tracer"

/** Whether spans go anywhere. */
export const Tracing = Context.Reference<boolean>("@mon/process-runtime/Tracing", { defaultValue: () => false })

// A span provides a parent span, so it never needs more than its effect does: the type says less, and the cast is safe.
/** An effect as a span of its own; just the effect where spans go nowhere, which costs a hot path nothing. */
export const traced =
  (name: string, options: Tracer.SpanOptions = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Tracing, (on): Effect.Effect<A, E, R> =>
      on ? (Effect.withSpan(effect, name, options) as Effect.Effect<A, E, R>) : effect
    )
