import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Tracer from "effect/Tracer"

export const Tracing = Context.Reference<boolean>("@mon/process-runtime/Tracing", { defaultValue: () => false })

/**
 * Runs an effect in a separate span. If spans are not exported, runs the effect unchanged, so that hot paths have no
 * additional cost.
 */
export const traced =
  (name: string, options: Tracer.SpanOptions = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Tracing, (on): Effect.Effect<A, E, R> =>
      // The cast is safe: `withSpan` provides the parent span, so the effect has no further requirement.
      on ? (Effect.withSpan(effect, name, options) as Effect.Effect<A, E, R>) : effect
    )
