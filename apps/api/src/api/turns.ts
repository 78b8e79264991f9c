import { Effect } from "effect"

/** The number of objects that are processed before other requests can proceed. */
export const OBJECTS_PER_TURN = 50

/** Lets other requests proceed before every fiftieth object of a loop. `index`: the position in the loop. */
export const betweenTurns = (index: number): Effect.Effect<void> =>
  index % OBJECTS_PER_TURN === 0 ? Effect.yieldNow : Effect.void

/** Runs work step by step. Other requests can proceed between two steps. */
export const inTurns = Effect.fnUntraced(function* <A>(steps: Generator<void, A>) {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    yield* Effect.yieldNow
  }
})
