import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Adds the milliseconds that the work took to what it found, on a monotonic clock. */
export const timed = <A extends object, E>(
  work: Effect.Effect<A, E>
): Effect.Effect<A & { readonly durationMs: number }, E> =>
  Effect.flatMap(Clock.monotonicTimeNanos, (begin) =>
    Effect.flatMap(work, (found) =>
      Effect.map(Clock.monotonicTimeNanos, (end) => ({ ...found, durationMs: Number(end - begin) / 1e6 }))
    )
  )
