import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Addresses that a mail server refused for good. A mailbox that does not exist does not exist for any account, so there
 * is one row for each address of the installation. The table outlives accounts and therefore has only hashes.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table refused_address (
      address_hash bytea primary key,
      code integer not null,
      refusals integer not null,
      announced integer not null,
      refused_at timestamptz not null default mon_now(),
      last_refused_at timestamptz not null default mon_now()
    )`
  yield* sql`create index refused_address_age on refused_address (last_refused_at)`
  yield* compatibleSince(12)
})
