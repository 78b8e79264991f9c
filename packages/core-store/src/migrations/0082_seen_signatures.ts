import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** The DKIM selectors that messages of a domain were signed with, as far as its people had messages checked. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A list of `StoredSignature`, the newest first. Null: none yet.
  yield* sql`alter table email_health_schedule add column signing jsonb`
  yield* compatibleSince(12)
})
