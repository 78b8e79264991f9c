import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Adds what an API key is only for. Its scope is then `read`, which is how releases that do not know the column show
 * it. They cannot use it, because they do not find its hash.
 */
export const heartbeatKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table api_key add column only_for text
      check (only_for is null or (only_for = 'heartbeats' and scope = 'read'))`
  yield* compatibleSince(38)
})
