import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Who takes care of an incident. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // acknowledged_by: a person. It refers to no row, because a check of each incident would slow down the deletion of
  // people. acknowledged_channel and acknowledged_recipient: of the alert whose link or app was used.
  yield* sql`
    alter table incident
      add column acknowledged_at timestamptz,
      add column acknowledged_by bigint,
      add column acknowledged_via text check (acknowledged_via in ('dashboard', 'api', 'link', 'app')),
      add column acknowledged_channel text,
      add column acknowledged_recipient text,
      add column acknowledgement_note text`

  yield* compatibleSince(12)
})
