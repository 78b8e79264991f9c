import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { SqlClient } from "effect/sql/SqlClient"
import { PostgresJs } from "../src/sql/PostgresJs.ts"
import { layerTestDatabaseWith } from "../src/testing.ts"

// Half of the four connections are for single statements, and half for transactions.
layer(layerTestDatabaseWith({ maxConnections: 4 }), { excludeTestServices: true })("the connection usage", (it) => {
  it.effect("counts running and waiting statements, and idle connections after them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { use } = yield* PostgresJs
      const lock = 4711
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select pg_advisory_xact_lock(${lock})`
          const held = yield* Effect.forkChild(
            // The statements run outside the transaction, so each of them waits in the database for the lock.
            Effect.gen(function* () {
              const { run } = yield* PostgresJs
              yield* Effect.forEach(
                [1, 2, 3],
                () => run((pool) => pool`select pg_advisory_lock_shared(${lock}), pg_advisory_unlock_shared(${lock})`),
                {
                  concurrency: "unbounded"
                }
              )
            }),
            { startImmediately: true }
          )
          assert.deepStrictEqual(use(), {
            statements: { inUse: 2, idle: 0, waiting: 1 },
            transactions: { inUse: 1, idle: 0, waiting: 0 }
          })
          yield* Fiber.interrupt(held)
        })
      )
      const { statements, transactions } = use()
      assert.deepStrictEqual({ ...statements, idle: 0 }, { inUse: 0, idle: 0, waiting: 0 })
      assert.isAbove(statements.idle, 0)
      assert.deepStrictEqual(transactions, { inUse: 0, idle: 1, waiting: 0 })
    })
  )

  it.effect("counts transactions that wait for a connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { use } = yield* PostgresJs
      const go = yield* Deferred.make<void>()
      const begun = yield* Effect.forEach([1, 2], () => Deferred.make<void>())
      const lasting = (started: Deferred.Deferred<void>) =>
        sql.withTransaction(Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(go)))
      const first = yield* Effect.forEach(begun, (started) => Effect.forkChild(lasting(started)))
      yield* Effect.forEach(begun, Deferred.await)
      const last = yield* Effect.forkChild(sql.withTransaction(Effect.void), { startImmediately: true })
      assert.deepStrictEqual(use().transactions, { inUse: 2, idle: 0, waiting: 1 })
      yield* Deferred.succeed(go, undefined)
      yield* Effect.forEach([...first, last], Fiber.join)
      assert.deepStrictEqual(use().transactions, { inUse: 0, idle: 2, waiting: 0 })
    })
  )
})
