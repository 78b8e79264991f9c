import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Identities at an OpenID Connect provider that people sign in with.
 *
 * Sessions of the previous release have no identity and are confirmed: it knows only passwords and emailed links.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`lock table user_session in access exclusive mode`

  // issuer, subject: the claims iss and sub, which never change. email: what the provider said when it was linked.
  yield* sql`
    create table linked_identity (
      id bigint generated always as identity primary key,
      user_id bigint not null references app_user (id) on delete cascade,
      issuer text not null,
      subject text not null,
      email text,
      linked_at timestamptz not null default mon_now(),
      unique (issuer, subject),
      unique (user_id, issuer)
    )`

  // is_confirmed: the person proved its identity at created_at. The provider may have used an earlier sign-in instead.
  yield* sql`
    alter table user_session
      add column identity_id bigint references linked_identity (id) on delete cascade,
      add column is_confirmed boolean not null default true`
  yield* sql`create index user_session_identity on user_session (identity_id) where identity_id is not null`

  yield* compatibleSince(12)
})
