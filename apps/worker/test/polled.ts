import * as Effect from "effect/Effect"

/** The time limit of the test ends the wait. */
export const polled = <A, E, R>(read: Effect.Effect<A, E, R>, until: (found: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.repeat(Effect.delay(read, "10 millis"), { until })
