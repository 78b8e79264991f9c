import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** A channel is switched off when its service has refused it for an hour, not at the first refusal. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The first refusal since the last message that arrived. Null: none.
  yield* sql`alter table alert_channel add column refused_since timestamptz`
  yield* compatibleSince(12)
})
