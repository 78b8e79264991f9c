import * as Effect from "effect/Effect"

/**
 * Maps a list without blocking the thread, which also serves all requests. Other work can run after every few items.
 */
export const inTurns = <Item, Result>(
  items: ReadonlyArray<Item>,
  itemsOfATurn: number,
  map: (item: Item) => Result
): Effect.Effect<ReadonlyArray<Result>> =>
  Effect.gen(function* () {
    const results: Array<Result> = []
    for (const [place, item] of items.entries()) {
      if (place > 0 && place % itemsOfATurn === 0) yield* Effect.yieldNow
      results.push(map(item))
    }
    return results
  })
