// Tests that the server plans a query once for each connection, even a query without parameters.
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerTestDatabase } from "../src/testing.ts"

const QUERIES: ReadonlyArray<readonly [text: string, isPrepared: boolean]> = [
  ["select 1 as one", true],
  ["with two as (select 2 as two) select two from two", true],
  ["select 3 as three; select 4 as four", false]
]

layer(layerTestDatabase)("a query without parameters", (it) => {
  for (const [text, isPrepared] of QUERIES)
    it.effect(`is ${isPrepared ? "planned once" : "sent as it is"}: ${text}`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const prepared = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`${sql.literal(text)}`
            yield* sql`${sql.literal(text)}`
            return yield* sql`select from pg_prepared_statements where statement = ${text}`
          })
        )
        assert.lengthOf(prepared, isPrepared ? 1 : 0)
      })
    )
})
