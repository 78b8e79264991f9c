import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { SqlClient } from "effect/sql/SqlClient"
import { examineSchema, migrate, type Migrations, compatibleSince } from "../src/migrations/migrate.ts"
import { layer as layerPostgres } from "../src/sql/SqlClient.ts"
import { createTestDatabase, layerTestDatabase, runningTestServer, TestDatabase } from "../src/testing.ts"

/** Creates an empty database with two connections, like two programs that share the database. */
const twoPrograms = Effect.gen(function* () {
  const { url } = runningTestServer()
  const database = yield* Effect.acquireRelease(
    Effect.promise(() => createTestDatabase({ url, template: "template1" })),
    ({ drop }) => Effect.promise(drop)
  )
  return { one: layerPostgres({ url: database.url }), two: layerPostgres({ url: database.url }) }
})

const create = (name: string, before: Effect.Effect<unknown> = Effect.void): Migrations[string] =>
  Effect.flatMap(SqlClient, (sql) => Effect.andThen(before, Effect.asVoid(sql`create table ${sql(name)} (n int)`)))

layer(layerTestDatabase, { excludeTestServices: true })("migrate", (it) => {
  it.effect("finds nothing to do in a copy of the template database", () =>
    Effect.gen(function* () {
      yield* TestDatabase
      const { migrations } = yield* Effect.promise(() => import("../src/migrations/index.ts"))
      assert.deepStrictEqual(yield* migrate(migrations), [])
    })
  )

  it.effect("runs each migration once, in order, and later only the new ones", () =>
    Effect.gen(function* () {
      const { one } = yield* twoPrograms
      yield* Effect.provide(
        Effect.gen(function* () {
          const first = { "0002_b": create("b"), "0001_a": create("a") }
          assert.deepStrictEqual(yield* migrate(first), [
            [1, "a"],
            [2, "b"]
          ])
          assert.deepStrictEqual(yield* migrate(first), [])
          assert.deepStrictEqual(yield* migrate({ ...first, "0003_c": create("c") }), [[3, "c"]])
        }),
        one
      )
    })
  )

  it.effect("tries again after a deadlock with a program that is running", () =>
    Effect.gen(function* () {
      const { one, two } = yield* twoPrograms
      const tables = { "0001_a": create("a"), "0002_b": create("b") }
      yield* Effect.provide(migrate(tables), one)
      const hasB = yield* Deferred.make<void>()
      const hasA = yield* Deferred.make<void>()
      let attempts = 0
      /** Waits until the program waits for the migration. In the second attempt, there is no such program. */
      const programWaits = Effect.flatMap(SqlClient, (sql) =>
        Effect.repeat(sql`select 1 from pg_locks where relation = 'a'::regclass and not granted`, {
          until: ({ length }) => length > 0 || attempts > 1
        })
      )
      const later: Migrations = {
        ...tables,
        "0003_column_of_a": Effect.flatMap(SqlClient, (sql) =>
          Effect.andThen(sql`alter table a add column m int`, Deferred.succeed(hasA, undefined))
        ).pipe(Effect.asVoid),
        "0004_column_of_b": Effect.gen(function* () {
          attempts += 1
          yield* programWaits
          yield* (yield* SqlClient)`alter table b add column m int`
        })
      }
      // PostgreSQL ends the transaction that detects the deadlock. The program waits first, and its long timeout keeps
      // it from detecting the deadlock.
      const running = Effect.flatMap(SqlClient, (sql) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`set local deadlock_timeout = '1h'`
            yield* sql`insert into b values (1)`
            yield* Deferred.succeed(hasB, undefined)
            yield* Deferred.await(hasA)
            yield* sql`insert into a values (1)`
          })
        )
      )
      const program = yield* Effect.forkChild(Effect.provide(running, two))
      yield* Deferred.await(hasB)
      assert.deepStrictEqual(yield* Effect.provide(migrate(later), one), [
        [3, "column_of_a"],
        [4, "column_of_b"]
      ])
      assert.strictEqual(attempts, 2)
      yield* Fiber.join(program)
    })
  )

  it.effect("runs in one of two programs while the other waits", () =>
    Effect.gen(function* () {
      const { one, two } = yield* twoPrograms
      const started = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const slow = { "0001_a": create("a", Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(go))) }
      const first = yield* Effect.forkChild(Effect.provide(migrate(slow), one))
      yield* Deferred.await(started)
      const second = yield* Effect.forkChild(Effect.provide(migrate({ "0001_a": create("a") }), two))
      const waiting = Effect.gen(function* () {
        const sql = yield* SqlClient
        const rows = yield* sql`select from pg_locks where locktype = 'advisory' and not granted`
        return rows.length > 0 ? undefined : yield* Effect.fail("nobody waits yet")
      })
      yield* Effect.retry(Effect.provide(waiting, one), { schedule: Schedule.spaced("10 millis"), times: 500 })
      yield* Deferred.succeed(go, undefined)
      assert.deepStrictEqual(yield* Fiber.join(first), [[1, "a"]])
      assert.deepStrictEqual(yield* Fiber.join(second), [])
    })
  )

  it.effect("rolls a failed run back completely", () =>
    Effect.gen(function* () {
      const { one } = yield* twoPrograms
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const broken = Effect.asVoid(sql`create table broken (n no_such_type)`)
          const error = yield* Effect.flip(migrate({ "0001_a": create("a"), "0002_broken": broken }))
          assert.deepInclude(error, { _tag: "MigrationError", kind: "Failed" })
          assert.deepStrictEqual(yield* sql`select to_regclass('a') as a`, [{ a: null }])
          assert.deepStrictEqual(yield* migrate({ "0001_a": create("a") }), [[1, "a"]])
        }),
        one
      )
    })
  )

  it.effect("refuses a database that a newer program has migrated", () =>
    Effect.gen(function* () {
      const { one } = yield* twoPrograms
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* migrate({ "0001_a": create("a"), "0002_b": create("b") })
          const error = yield* Effect.flip(migrate({ "0001_a": create("a") }))
          assert.deepInclude(error, { _tag: "MigrationError", kind: "BadState" })
          assert.include(error.message, "2_b")
        }),
        one
      )
    })
  )

  it.effect("lets the older programs start that a newer schema allows, and no others", () =>
    Effect.gen(function* () {
      const { one } = yield* twoPrograms
      const oldest = { "0001_a": create("a") }
      const old = { ...oldest, "0002_b": create("b") }
      const expands = { ...old, "0003_c": Effect.andThen(create("c"), compatibleSince(2)) }
      const contracts = {
        ...expands,
        "0004_drops": Effect.flatMap(SqlClient, (sql) => Effect.andThen(sql`drop table b`, compatibleSince(3)))
      }
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* migrate(expands)
          assert.deepStrictEqual(yield* migrate(old), [])
          assert.deepStrictEqual(yield* examineSchema(old), {
            newest: "0003_c",
            missing: [],
            unknown: ["0003_c"],
            problem: null
          })
          assert.include((yield* Effect.flip(migrate(oldest))).message, "0002_b")
          yield* migrate(contracts)
          assert.deepStrictEqual(yield* migrate(expands), [])
          assert.include((yield* Effect.flip(migrate(old))).message, "0004_drops")
        }),
        one
      )
    })
  )

  it.effect("refuses a database that lacks an earlier migration", () =>
    Effect.gen(function* () {
      const { one } = yield* twoPrograms
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* migrate({ "0001_a": create("a"), "0003_c": create("c") })
          const error = yield* Effect.flip(
            migrate({ "0001_a": create("a"), "0002_b": create("b"), "0003_c": create("c") })
          )
          assert.deepInclude(error, { _tag: "MigrationError", kind: "BadState" })
          assert.include(error.message, 'does not have the migration "0002_b"')
        }),
        one
      )
    })
  )

  it.effect("begins with the newest baseline on an empty database, and continues one that has earlier migrations", () =>
    Effect.gen(function* () {
      const { one } = yield* twoPrograms
      const earlier = { "0002_b": create("b"), "0003_c": create("c") }
      const list = { ...earlier, "0004_baseline": Effect.void, "0005_d": create("d") }
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const names = ["0004_baseline", "0005_d"]
          assert.deepStrictEqual(yield* examineSchema(list), {
            newest: null,
            missing: names,
            unknown: [],
            problem: null
          })
          assert.deepStrictEqual(yield* migrate(list), [
            [4, "baseline"],
            [5, "d"]
          ])
          assert.deepStrictEqual(yield* migrate(list), [])
          yield* sql`drop table mon_migrations, d`
          yield* migrate({ "0001_a": create("a"), "0002_b": create("b") })
          assert.deepStrictEqual(yield* migrate(list), [
            [3, "c"],
            [4, "baseline"],
            [5, "d"]
          ])
          assert.deepStrictEqual((yield* examineSchema(list)).unknown, [])
        }),
        one
      )
    })
  )

  it.effect("refuses a database without the first migration that the program knows, however old it is", () =>
    Effect.gen(function* () {
      const { one } = yield* twoPrograms
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* migrate({ "0001_a": create("a") })
          yield* sql`alter table mon_migrations drop column min_reader`
          const error = yield* Effect.flip(migrate({ "0002_baseline": Effect.void }))
          assert.deepInclude(error, { _tag: "MigrationError", kind: "BadState" })
          assert.include(error.message, 'upgrades only databases that have "0002_baseline"')
        }),
        one
      )
    })
  )

  it.effect("takes no lock when there is nothing to do, so that a program starts while a backup runs", () =>
    Effect.gen(function* () {
      const { one, two } = yield* twoPrograms
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* migrate({ "0001_a": create("a") })
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`select from mon_migrations`
              assert.deepStrictEqual(yield* Effect.provide(migrate({ "0001_a": create("a") }), two), [])
            })
          )
        }),
        one
      )
    })
  )
})
