import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * The second factor of a person, its recovery codes, and what people recognise their sessions by.
 *
 * The previous release opens sessions without a code. `with_code` is then false, so that this release does not accept
 * such a session of a person who has a second factor.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`lock table account, user_session in access exclusive mode`

  // user_agent, address: those of the last request that was recorded in seen_at.
  yield* sql`
    alter table user_session
      add column public_id uuid not null default mon_uuidv7(),
      add column user_agent text not null default '',
      add column address text not null default '',
      add column with_code boolean not null default false`
  yield* sql`create unique index user_session_public_id on user_session (public_id)`

  yield* sql`alter table account add column second_factor_required boolean not null default false`

  // secret: of the codes, encrypted for the person. last_step: the time step (RFC 6238) of the newest code that was
  // used; only codes of later steps count.
  yield* sql`
    create table second_factor (
      user_id bigint primary key references app_user (id) on delete cascade,
      secret text not null,
      last_step bigint not null,
      enabled_at timestamptz not null default mon_now()
    )`

  // A used code is deleted. Only the SHA-256 of a code is stored.
  yield* sql`
    create table recovery_code (
      user_id bigint not null references second_factor (user_id) on delete cascade,
      code_hash bytea not null check (octet_length(code_hash) = 32),
      primary key (user_id, code_hash)
    )`

  yield* compatibleSince(12)
})
