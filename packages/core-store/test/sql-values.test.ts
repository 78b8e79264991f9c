import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import * as Connection from "../src/sql/Connection.ts"
import { json } from "../src/sql/Parameter.ts"
import { PostgresJs } from "../src/sql/PostgresJs.ts"
import { layerTestDatabase } from "../src/testing.ts"

const instant = new Date("2026-11-21T10:11:12.345Z")

// The type of each parameter, the given value, and the value that is read back. Without a third element, the given
// value is read back.
const roundTrips: ReadonlyArray<readonly [type: string, given: unknown, back?: unknown]> = [
  ["int", 7],
  ["bigint", 7],
  ["bigint", 9_007_199_254_740_991],
  ["bigint", 9_007_199_254_740_993n],
  ["bigint", 12n, 12],
  ["numeric", "12.50"],
  ["float8", 0.1],
  ["text", "a'b\\c\u{1f600}"],
  ["text", null],
  ["boolean", true],
  ["boolean", false],
  ["boolean", "true", true],
  ["uuid", "019aa0b4-7c1e-7000-8000-000000000001"],
  ["timestamptz", instant],
  ["timestamptz", "2026-11-21T10:11:12.345+00:00", instant],
  ["date", "2026-11-21"],
  ["timestamp", "2026-11-21 10:11:12"],
  ["bytea", Buffer.from([0, 1, 255])],
  ["bytea", new Uint8Array([1, 2]), Buffer.from([1, 2])],
  ["jsonb", { a: [1, "x", null], b: { c: true } }],
  ["jsonb", [{ a: 1 }, { b: 2 }]],
  ["jsonb", '{"already":"text"}', { already: "text" }],
  ["jsonb", null],
  ["jsonb", json("text"), "text"],
  ["jsonb", json([1, "a", true]), [1, "a", true]],
  ["jsonb", json([true, false]), [true, false]],
  ["jsonb", json(null), null],
  ["jsonb", [], []],
  ["text[]", ["a", 'b "q"', "c,d"]],
  ["text[]", []],
  ["int[]", [1, 2, 3]],
  ["bigint[]", [1n, 2n], [1, 2]],
  ["bigint[]", [1, 2]],
  ["boolean[]", [true, false]],
  ["timestamptz[]", [instant]],
  ["uuid[]", ["019aa0b4-7c1e-7000-8000-000000000001"]]
]

layer(layerTestDatabase, { excludeTestServices: true })("values", (it) => {
  for (const [type, given, back = given] of roundTrips) {
    it.effect(
      `cross as ${type}: ${typeof given === "bigint" ? `${given}n` : JSON.stringify(given, (_, v) => (typeof v === "bigint" ? `${v}n` : v))}`,
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          // The statement runs twice, because the driver handles the second run of a prepared statement differently.
          for (let run = 0; run < 2; run++) {
            const [row] = yield* sql<{ readonly value: unknown }>`select ${given}::${sql.literal(type)} as value`
            assert.deepStrictEqual(row?.value, back)
          }
        })
    )
  }

  it.effect("a string in a jsonb column is JSON text, not quoted again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const [row] = yield* sql<{ readonly kind: string }>`select jsonb_typeof(${'{"a":1}'}::jsonb) as kind`
      assert.strictEqual(row?.kind, "object")
    })
  )

  it.effect("count(*) is a number", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      assert.deepStrictEqual(yield* sql`select count(*) as n from generate_series(1, 3)`, [{ n: 3 }])
    })
  )

  it.effect("rows of a batch are read by jsonb_to_recordset", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const rows = [
        { id: 1, at: instant, ok: true },
        { id: 2, at: instant, ok: false }
      ]
      const back =
        yield* sql`select * from jsonb_to_recordset(${json(rows)}) as r(id bigint, at timestamptz, ok boolean)`
      assert.deepStrictEqual(back, rows)
    })
  )

  it.effect("insert, update and in helpers", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table helped (id int primary key, name text, facts jsonb, seen timestamptz)`
      const inserted = yield* sql`insert into helped ${sql
        .insert([
          { id: 1, name: "a", facts: { x: 1 }, seen: instant },
          { id: 2, name: null, facts: null, seen: null }
        ])
        .returning("id")}`
      assert.deepStrictEqual(inserted, [{ id: 1 }, { id: 2 }])
      yield* sql`update helped set ${sql.update({ name: "b", facts: { y: [2] } })} where id = ${2}`
      yield* sql`update helped set name = data.name from ${sql.updateValues([{ id: 1, name: "z" }], "data")} where helped.id = data.id::int`
      assert.deepStrictEqual(yield* sql`select id, name, facts from helped where ${sql.in("id", [1, 2])} order by id`, [
        { id: 1, name: "z", facts: { x: 1 } },
        { id: 2, name: "b", facts: { y: [2] } }
      ])
      assert.deepStrictEqual(yield* sql`select id from helped where ${sql.in("id", [])}`, [])
    })
  )

  it.effect("values, raw and several statements in one text", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      assert.deepStrictEqual(yield* sql`select 1 as a, ${"x"}::text as b`.values, [[1, "x"]])
      assert.deepStrictEqual(yield* sql`select 1 as a; select 2 as b`, [{ b: 2 }])
      const raw: unknown = yield* sql`select 1 as a`.raw
      assert.propertyVal(raw, "command", "SELECT")
    })
  )

  it.effect("a parameter that cannot be sent fails its own statement only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const cycle: { self?: unknown } = {}
      cycle.self = cycle
      for (const bad of [undefined, () => 1, new Date(Number.NaN), [undefined], cycle, { n: 1n }]) {
        const [neighbour, error] = yield* Effect.all(
          [sql`select ${1}::int as n from pg_sleep(0.01)`, Effect.flip(sql`select ${bad}::text as value`)],
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(neighbour, [{ n: 1 }])
        assert.include(error.message, "Parameter $1")
      }
    })
  )

  it.effect("the rows after a statement that failed in the middle of its own are complete", () =>
    Effect.gen(function* () {
      const { open } = yield* PostgresJs
      const one = yield* Effect.acquireRelease(
        Effect.sync(() => open(1)),
        (pool) => Effect.promise(() => pool.end())
      )
      const { execute, executeValues } = Connection.make({
        next: () => ({ sql: one, limit: { withinMs: 0, abandon: one.abandon } }),
        alone: true,
        lost: () => false
      })
      const fail = Effect.flip(execute("select 1 / (3 - n) from generate_series(1, 5) as n", [], undefined))
      yield* fail
      assert.deepStrictEqual(yield* execute("select 1 as a", [], undefined), [{ a: 1 }])
      yield* fail
      assert.deepStrictEqual(yield* execute("select 1 as a; select 2 as a", [], undefined), [{ a: 2 }])
      yield* fail
      assert.deepStrictEqual(yield* executeValues("select $1::int", [7]), [[7]])
      yield* fail
      assert.deepStrictEqual(yield* execute("select 1 as a where false", [], undefined), [])
    })
  )

  it.effect("a statement on the bare pool", () =>
    Effect.gen(function* () {
      const { run } = yield* PostgresJs
      const id = 5
      assert.deepStrictEqual(
        [...(yield* run((pool) => pool<Array<{ n: number }>>`select ${id}::bigint as n`))],
        [{ n: 5 }]
      )
      const error = yield* Effect.flip(run((pool) => pool`select nothing`))
      assert.strictEqual(error.reason._tag, "SqlSyntaxError")
    })
  )
})
