import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { SqlClient } from "effect/sql/SqlClient"
import { PostgresJs } from "../src/sql/PostgresJs.ts"
import { layerTestDatabase, layerTestDatabaseWith, TestDatabase } from "../src/testing.ts"
import { layer as layerPostgres } from "../src/sql/SqlClient.ts"

const running = (mark: string) =>
  Effect.gen(function* () {
    const { url } = yield* TestDatabase
    return yield* Effect.provide(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const [row] = yield* sql<{ readonly n: number }>`
          select count(*) as n from pg_stat_activity
          where state = 'active' and query like ${`%${mark}%`} and pid <> pg_backend_pid()`
        return row?.n ?? 0
      }),
      layerPostgres({ url, maxConnections: 2 })
    )
  })

const untilRunning = (mark: string) =>
  running(mark).pipe(
    Effect.flatMap((n) => (n > 0 ? Effect.void : Effect.fail("not yet"))),
    Effect.retry({ schedule: Schedule.spaced("5 millis"), times: 500 })
  )

layer(layerTestDatabaseWith({ maxConnections: 2 }), { excludeTestServices: true })("interruption", (it) => {
  it.effect("stops the statement on the server before it is over", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const fiber = yield* Effect.forkChild(sql`select pg_sleep(60) as first_mark`)
      yield* untilRunning("first_mark")
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* running("first_mark"), 0)
      assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
    })
  )

  it.effect("of a statement in the middle of a pipeline does not mix up answers", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const ask = (n: number) => Effect.map(sql<{ readonly n: number }>`select ${n}::int as n`, ([row]) => row?.n)
      yield* ask(0)
      const slow = yield* Effect.forkChild(sql`select pg_sleep(0.1) as second_mark`)
      yield* untilRunning("second_mark")
      const fibers = yield* Effect.forEach([1, 2, 3, 4, 5], (n) => Effect.forkChild(ask(n), { startImmediately: true }))
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      const [odd, even] = [
        [0, 2, 4],
        [1, 3]
      ].map((indexes) => fibers.filter((_, index) => indexes.includes(index)))
      yield* Fiber.interruptAll(even ?? [])
      assert.deepStrictEqual(yield* Effect.forEach(odd ?? [], Fiber.join), [1, 3, 5])
      yield* Fiber.join(slow)
    })
  )

  it.effect("does not cancel the next statement on the connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      for (let round = 0; round < 60; round++) {
        const short = yield* Effect.forkChild(sql`select pg_sleep(0.001)`, { startImmediately: true })
        const next = yield* Effect.forkChild(sql`select ${round}::int as n, pg_sleep(0.001) is null as x`, {
          startImmediately: true
        })
        yield* Effect.sleep("1 millis")
        yield* Fiber.interrupt(short)
        assert.deepStrictEqual(yield* Fiber.join(next), [{ n: round, x: false }])
      }
    })
  )

  it.effect("stops a statement however early it comes, while it is still being prepared", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      for (let round = 0; round < 40; round++) {
        const fiber = yield* Effect.forkChild(sql`select pg_sleep(${60}), ${sql.literal(String(round))}`, {
          startImmediately: true
        })
        for (let turn = 0; turn < round % 8; turn++)
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        yield* Fiber.interrupt(fiber)
      }
      assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
    })
  )

  it.effect("of the raw pool's run cancels as well", () =>
    Effect.gen(function* () {
      const { run } = yield* PostgresJs
      const fiber = yield* Effect.forkChild(run((pool) => pool`select pg_sleep(60) as third_mark`))
      yield* untilRunning("third_mark")
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* running("third_mark"), 0)
    })
  )
})

layer(layerTestDatabase, { excludeTestServices: true })("a fresh pool", (it) => {
  it.effect("still works after statements were interrupted that waited for a connection", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const fibers = yield* Effect.forEach([1, 2, 3, 4], () =>
            Effect.forkChild(sql`select pg_sleep(60)`, { startImmediately: true })
          )
          yield* Fiber.interruptAll(fibers)
          const all = yield* Effect.all(
            [1, 2, 3, 4, 5].map((n) => sql`select ${n}::int as n`),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(
            all.flat(),
            [1, 2, 3, 4, 5].map((n) => ({ n }))
          )
        }),
        layerPostgres({ url, maxConnections: 4 })
      )
    })
  )
})
