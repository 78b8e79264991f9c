import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { SqlClient } from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import { layerTestDatabaseWith } from "../src/testing.ts"

const numbers = (count: number) =>
  Effect.map(
    SqlClient,
    (sql) => sql<{ readonly n: number }>`select n from generate_series(1, ${count}::int) as n`.stream
  )

const stillWorks = Effect.gen(function* () {
  const sql = yield* SqlClient
  assert.deepStrictEqual(yield* sql`select ${1}::int as one`, [{ one: 1 }])
})

// There is only one connection for single statements, so a stream that does not release it makes the next statement
// hang.
layer(layerTestDatabaseWith({ maxConnections: 2 }), { excludeTestServices: true })("streams", (it) => {
  for (const count of [0, 1, 255, 256, 257, 5000]) {
    it.effect(`give ${count} rows in order`, () =>
      Effect.gen(function* () {
        const rows = yield* Stream.runCollect(Stream.unwrap(numbers(count)))
        assert.deepStrictEqual(
          rows.map(({ n }) => n),
          Array.from({ length: count }, (_, index) => index + 1)
        )
        yield* stillWorks
      })
    )
  }

  for (const taken of [0, 1, 3, 256, 257, 600]) {
    it.effect(`may end after ${taken} of 100,000 rows`, () =>
      Effect.gen(function* () {
        const rows = yield* Stream.runCollect(Stream.take(Stream.unwrap(numbers(100_000)), taken))
        assert.strictEqual(rows.length, taken)
        yield* stillWorks
      })
    )
  }

  it.effect("release the connection when the consumer fails", () =>
    Effect.gen(function* () {
      const consume = Stream.runForEach(Stream.unwrap(numbers(1000)), ({ n }) =>
        n === 300 ? Effect.fail("enough") : Effect.void
      )
      assert.strictEqual(yield* Effect.flip(consume), "enough")
      yield* stillWorks
    })
  )

  it.effect("release the connection when they are interrupted between two batches", () =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        Stream.runForEach(Stream.unwrap(numbers(1000)), ({ n }) =>
          n === 300 ? Effect.andThen(Deferred.succeed(reached, undefined), Effect.never) : Effect.void
        )
      )
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(fiber)
      yield* stillWorks
    })
  )

  it.effect("release the connection when they are interrupted while the server works on a batch", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const reached = yield* Deferred.make<void>()
      const slow = sql<{ readonly n: number }>`
        select n, pg_sleep(case when n = 257 then 60 else 0 end) from generate_series(1, 600) as n`.stream
      const fiber = yield* Effect.forkChild(
        Stream.runForEach(slow, ({ n }) =>
          n === 256 ? Effect.asVoid(Deferred.succeed(reached, undefined)) : Effect.void
        )
      )
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(fiber)
      yield* stillWorks
    })
  )

  it.effect("fail with a typed error in the middle of the rows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      let seen = 0
      const error = yield* Effect.flip(
        Stream.runForEach(sql`select 1 / (400 - n) as x from generate_series(1, 600) as n`.stream, () =>
          Effect.sync(() => seen++)
        )
      )
      assert.strictEqual(error._tag, "SqlError")
      assert.strictEqual(seen, 256)
      yield* stillWorks
    })
  )

  it.effect("see the rows of their own transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table streamed (n int)`
      const rows = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`insert into streamed select generate_series(1, 300)`
          return yield* Stream.runCount(sql`select n from streamed`.stream)
        })
      )
      assert.strictEqual(rows, 300)
    })
  )
})
