import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** What the alert channel or webhook of a delivery is called, which people want to know after it was deleted. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // target_kind: of an alert channel. Both are null for addresses and numbers, and for deliveries of older releases.
  yield* sql`alter table notification_delivery add column target_kind text, add column target_name text`
  yield* compatibleSince(12)
})
