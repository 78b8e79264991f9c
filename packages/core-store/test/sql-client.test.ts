import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerTestDatabase } from "../src/testing.ts"

layer(layerTestDatabase, { excludeTestServices: true })("SqlClient", (it) => {
  it.effect("runs a statement with parameters", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`select ${1}::int as n, ${"x"}::text as t`
      assert.deepStrictEqual(rows, [{ n: 1, t: "x" }])
    }))
})
