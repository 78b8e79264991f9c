import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import type { PostgresJs, PostgresOptions } from "../sql/PostgresJs.ts"
import { layer as layerPostgres } from "../sql/SqlClient.ts"
import { createTestDatabase } from "./TestServer.ts"

/** The database of one test file. */
export class TestDatabase extends Context.Service<
  TestDatabase,
  {
    readonly url: string
  }
>()("@mon/core-store/testing/TestDatabase") {}

const layerDatabase = Layer.effect(
  TestDatabase,
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => createTestDatabase()),
      (database) => Effect.promise(database.drop)
    ),
    ({ url }) => TestDatabase.of({ url })
  )
)

/** Provides what {@link layerTestDatabase} provides, with connection options. */
export const layerTestDatabaseWith = (
  options: Omit<PostgresOptions, "url">
): Layer.Layer<TestDatabase | SqlClient | PostgresJs> =>
  Layer.provideMerge(
    Layer.unwrap(Effect.map(TestDatabase, ({ url }) => layerPostgres({ ...options, url }))),
    layerDatabase
  )

/**
 * Provides a new, migrated database for the tests that share this layer. The database is dropped after the tests. The
 * global setup is required.
 *
 * @example
 * layer(layerTestDatabase)("accounts", (it) => {
 *   it.effect("begin empty", () => Effect.gen(function*() {
 *     const sql = yield* SqlClient
 *     assert.deepStrictEqual(yield* sql`select id from account`, [])
 *   }))
 * })
 */
export const layerTestDatabase = layerTestDatabaseWith({})
