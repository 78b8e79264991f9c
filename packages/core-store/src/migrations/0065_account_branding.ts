import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Name and logo of the workspace. A table of its own: the row of the account is read with almost every request, and the
 * logo has up to some hundred kilobytes.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // logo: written anew by Mon, never the uploaded bytes.
  yield* sql`
    create table account_branding (
      account_id bigint primary key references account (id) on delete cascade,
      name text,
      logo bytea,
      logo_type text,
      logo_width integer,
      logo_height integer,
      updated_at timestamptz not null default mon_now(),
      check ((logo is null) = (logo_type is null))
    )`
  yield* compatibleSince(12)
})
