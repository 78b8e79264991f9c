import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Invitation links that the inviter copies, and what workers announce about themselves. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Whether the inviter has seen the link. Such a link does not confirm the address.
  yield* sql`alter table team_invite add column link_copied boolean not null default false`

  // A worker of an earlier release announces neither.
  yield* sql`
    alter table worker_location
      add column network_in_doubt boolean not null default false,
      add column stores_emails boolean not null default false`

  yield* compatibleSince(12)
})
