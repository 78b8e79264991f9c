import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { PostgresJs } from "../src/sql/PostgresJs.ts"
import { serialConnection } from "../src/sql/serialConnection.ts"
import { layerTestDatabase } from "../src/testing.ts"

const connect = Effect.gen(function* () {
  const { open } = yield* PostgresJs
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => open(1)),
    (opened) => Effect.promise(() => opened.end({ timeout: 1 }))
  )
  return serialConnection(pool)
})

layer(layerTestDatabase, { excludeTestServices: true })("scripts with their own transaction", (it) => {
  it.effect("run one after the other, and a failed one does not affect the next", () =>
    Effect.gen(function* () {
      const run = yield* connect
      const sql = yield* SqlClient
      const results = yield* Effect.promise(() =>
        Promise.allSettled([
          run("begin; create table serial (n int); insert into serial values (1); commit"),
          run("begin; insert into serial values (2); select 1 / 0; commit"),
          run("begin; insert into serial values (3); commit")
        ])
      )
      assert.deepStrictEqual(
        results.map(({ status }) => status),
        ["fulfilled", "rejected", "fulfilled"]
      )
      assert.deepStrictEqual(yield* sql`select n from serial order by n`, [{ n: 1 }, { n: 3 }])
    })
  )

  it.effect("continue on a new connection when theirs was lost, even inside a transaction", () =>
    Effect.gen(function* () {
      const run = yield* connect
      const cut = "begin; select pg_terminate_backend(pg_backend_pid()); commit"
      const results = yield* Effect.promise(() =>
        Promise.allSettled([run(cut), run("select 1 as n"), run(cut), run("select 2 as n")])
      )
      assert.deepStrictEqual(
        results.map((result) => (result.status === "fulfilled" ? result.value : "lost")),
        ["lost", [{ n: 1 }], "lost", [{ n: 2 }]]
      )
    })
  )
})
