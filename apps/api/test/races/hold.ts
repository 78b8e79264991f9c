import type { Repositories } from "@mon/core-store"
import { Deferred, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { World } from "../World.ts"

type Work<A> = Effect.Effect<A, unknown, Repositories | SqlClient.SqlClient>

/** A transaction that has done its work and is still open. */
export interface Held<A, B> {
  readonly value: A
  /** Goes on and commits; answers what came of going on. */
  readonly commit: () => Promise<B>
}

/** Works in a transaction and leaves it open; before it commits it does the rest. */
export const hold = async <A, B = void>(
  world: World,
  work: Work<A>,
  rest: Work<B | void> = Effect.void
): Promise<Held<A, B>> => {
  const done = Deferred.makeUnsafe<A>()
  const proceed = Deferred.makeUnsafe<void>()
  const committed = world.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* Deferred.succeed(done, yield* work)
          yield* Deferred.await(proceed)
          return (yield* rest) as B
        })
      )
    })
  )
  const value = await Promise.race([
    Effect.runPromise(Deferred.await(done)),
    committed.then(() => Promise.reject(new Error("It ended before it was told to.")))
  ])
  const commit = async () => {
    await Effect.runPromise(Deferred.succeed(proceed, undefined))
    return committed
  }
  return { value, commit }
}

/** Returns when so many statements wait for a lock of another transaction. */
export const untilWaiting = async (world: World, count = 1): Promise<void> => {
  for (;;) {
    const [row] = await world.sql(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    )
    if ((row as { readonly waiting: number }).waiting >= count) return
  }
}
