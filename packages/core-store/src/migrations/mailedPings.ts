import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Adds the hash of the Message-ID of a ping by email, so that an email that is delivered twice counts once. */
export const mailedPings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table heartbeat_ping add column mail_id bytea`
  yield* compatibleSince(38)
})
