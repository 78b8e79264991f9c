import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerSqlClient, type DatabaseAddress } from "../src/index.ts"
import { layerTestDatabase, TestDatabase } from "../src/testing.ts"

layer(layerTestDatabase)("a database whose address changes", (it) => {
  it.effect("is refused while it has none, and used where it is now, by statements and transactions", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const real = new URL(url)
      const here: DatabaseAddress = { host: real.hostname, port: Number(real.port) }
      // Nothing listens on this port, and the driver must never connect to it.
      real.port = "1"
      let address: DatabaseAddress | null = null
      let asked = 0
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const one = sql<{ n: number }>`select 1 as n`
        for (const work of [one, sql.withTransaction(one)]) {
          const error = yield* Effect.flip(work)
          assert.strictEqual(error.reason._tag, "ConnectionError")
          assert.strictEqual(error.reason.message, "The database is not running")
        }
        address = here
        for (const work of [one, sql.withTransaction(one)]) assert.deepStrictEqual(yield* work, [{ n: 1 }])
        assert.isAtLeast(asked, 4)
      }).pipe(
        Effect.provide(
          layerSqlClient({
            url: real.href,
            address: () => {
              asked += 1
              return address
            }
          })
        )
      )
    })
  )
})
