import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { BeginTransaction, SqlClient } from "effect/sql/SqlClient"
import { PostgresJs } from "../src/sql/PostgresJs.ts"
import { layerTestDatabaseWith } from "../src/testing.ts"

const table = (name: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* sql`create table ${sql(name)} (n int primary key)`
    return {
      add: (n: number) => sql`insert into ${sql(name)} (n) values (${n})`,
      all: Effect.map(sql<{ readonly n: number }>`select n from ${sql(name)} order by n`, (rows) =>
        rows.map(({ n }) => n)
      )
    }
  })

const backend = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [row] = yield* sql<{ readonly pid: number }>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
})

// The statement runs on the raw pool, outside the transaction.
const terminate = (pid: number) =>
  Effect.gen(function* () {
    const { run } = yield* PostgresJs
    const [row] = yield* run(
      (pool) => pool<Array<{ ended: boolean }>>`select pg_terminate_backend(${pid}, 5000) as ended`
    )
    assert.isTrue(row?.ended)
  })

layer(layerTestDatabaseWith({ maxConnections: 4 }), { excludeTestServices: true })("transactions", (it) => {
  it.effect("commit on success and roll back on failure", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { add, all } = yield* table("kept")
      yield* sql.withTransaction(add(1))
      yield* Effect.exit(sql.withTransaction(Effect.andThen(add(2), Effect.fail("no"))))
      assert.deepStrictEqual(yield* all, [1])
    })
  )

  it.effect("roll back a nested one alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { add, all } = yield* table("nested")
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* add(1)
          yield* Effect.exit(sql.withTransaction(Effect.andThen(add(2), Effect.fail("no"))))
          yield* Effect.exit(sql.withTransaction(add(1)))
          yield* sql.withTransaction(sql.withTransaction(add(3)))
        })
      )
      assert.deepStrictEqual(yield* all, [1, 3])
    })
  )

  it.effect("fail when a failed statement was ignored, because the server answers COMMIT with ROLLBACK", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { add, all } = yield* table("swallowed")
      const error = yield* Effect.flip(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* add(1)
            yield* Effect.exit(add(1))
          })
        )
      )
      assert.strictEqual(error._tag, "SqlError")
      assert.include(error.message, "rolled back")
      assert.deepStrictEqual(yield* all, [])
    })
  )

  it.effect("report a deferred constraint that fails at COMMIT", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table parent (id int primary key)`
      yield* sql`create table child (id int references parent (id) deferrable initially deferred)`
      const error = yield* Effect.flip(sql.withTransaction(sql`insert into child (id) values (1)`))
      assert.strictEqual(error.reason._tag, "ConstraintError")
      assert.deepStrictEqual(yield* sql`select id from child`, [])
    })
  )

  it.effect("run at the isolation level that was asked for", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const level = sql.withTransaction(sql`select current_setting('transaction_isolation') as level`)
      assert.deepStrictEqual(yield* level, [{ level: "read committed" }])
      assert.deepStrictEqual(
        yield* Effect.provideService(level, BeginTransaction, "BEGIN ISOLATION LEVEL SERIALIZABLE"),
        [{ level: "serializable" }]
      )
    })
  )

  it.effect("wait in line for a connection while single statements continue", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { add, all } = yield* table("queued")
      const open = yield* Deferred.make<void>()
      const holding = (n: number) => sql.withTransaction(Effect.andThen(add(n), Deferred.await(open)))
      const fibers = yield* Effect.forEach([1, 2, 3, 4, 5], (n) =>
        Effect.forkChild(holding(n), { startImmediately: true })
      )
      assert.deepStrictEqual(yield* all, [])
      yield* Deferred.succeed(open, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(yield* all, [1, 2, 3, 4, 5])
    })
  )

  it.effect("are rolled back by interruption, and the connection can be used again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { add, all } = yield* table("interrupted")
      const inside = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* add(1)
            yield* Deferred.succeed(inside, undefined)
            yield* sql`select pg_sleep(60)`
          })
        )
      )
      yield* Deferred.await(inside)
      yield* Fiber.interrupt(fiber)
      yield* Effect.all(
        [2, 3, 4].map((n) => sql.withTransaction(add(n))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(yield* all, [2, 3, 4])
    })
  )

  it.effect("fail as a whole when a nested one ignored a failed statement", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { add, all } = yield* table("nested_swallow")
      const nested = sql.withTransaction(Effect.andThen(add(1), Effect.exit(add(1))))
      const error = yield* Effect.flip(sql.withTransaction(nested))
      assert.include(error.message, "rolled back")
      assert.deepStrictEqual(yield* all, [])
    })
  )

  it.effect("end with a typed error when their connection dies inside a nested one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { add, all } = yield* table("nested_cut")
      const nested = sql.withTransaction(Effect.andThen(Effect.flatMap(backend, terminate), add(2)))
      const error = yield* Effect.flip(sql.withTransaction(Effect.andThen(add(1), nested)))
      assert.strictEqual(error.reason._tag, "ConnectionError")
      assert.deepStrictEqual(yield* all, [])
    })
  )

  it.effect("end with a typed error when their connection dies between two statements", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { add, all } = yield* table("cut")
      for (let round = 0; round < 5; round++) {
        const error = yield* Effect.flip(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* add(1)
              yield* terminate(yield* backend)
              yield* Effect.exit(add(2))
              yield* add(3)
            })
          )
        )
        assert.strictEqual(error.reason._tag, "ConnectionError")
      }
      yield* sql.withTransaction(add(4))
      assert.deepStrictEqual(yield* all, [4])
    })
  )
})
