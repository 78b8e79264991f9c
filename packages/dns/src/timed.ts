import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Adds the duration of the work in milliseconds, measured with a monotonic clock, to its result. */
export const timed = <A extends object, E>(
  work: Effect.Effect<A, E>
): Effect.Effect<A & { readonly durationMs: number }, E> =>
  Effect.flatMap(Clock.monotonicTimeNanos, (begin) =>
    Effect.flatMap(work, (found) =>
      Effect.map(Clock.monotonicTimeNanos, (end) => ({ ...found, durationMs: Number(end - begin) / 1e6 }))
    )
  )
