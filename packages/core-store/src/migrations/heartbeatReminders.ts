import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Adds the column for the time at which the owner was reminded of a heartbeat that has never received a ping. */
export const heartbeatReminders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table heartbeat add column reminded_at timestamptz`
  yield* compatibleSince(38)
})
