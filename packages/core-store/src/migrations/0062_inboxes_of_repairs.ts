import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** What closed repairs were worth in the last campaign simulation of their domain. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // As @mon/model declares it.
  yield* sql`alter table repair add column inboxes jsonb`
  yield* compatibleSince(12)
})
