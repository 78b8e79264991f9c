import type { Repositories } from "@mon/core-store"
import { Deferred, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect } from "vitest"
import type { World } from "../World.ts"

type Work<A> = Effect.Effect<A, unknown, Repositories | SqlClient.SqlClient>

/** A transaction that has done its work and is still open. */
export interface OpenTransaction<A, B> {
  readonly value: A
  /** Does the rest of the work, commits, and returns the result of the rest. */
  readonly commit: () => Promise<B>
}

/** Does work in a transaction and leaves it open. The rest of the work is done before the commit. */
export const openTransaction = async <A, B = void>(
  world: World,
  work: Work<A>,
  rest: Work<B | void> = Effect.void
): Promise<OpenTransaction<A, B>> => {
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
    committed.then(() => Promise.reject(new Error("The transaction ended before its commit.")))
  ])
  const commit = async () => {
    await Effect.runPromise(Deferred.succeed(proceed, undefined))
    return committed
  }
  return { value, commit }
}

/** Waits until this many statements wait for a lock of another transaction. */
export const untilWaiting = async (world: World, count = 1): Promise<void> => {
  const waiting = async () => {
    const [row] = await world.sql(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    )
    return (row as { readonly waiting: number }).waiting
  }
  await expect.poll(waiting).toBeGreaterThanOrEqual(count)
}
