import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Which objects configuration files contain, and the plans that can be applied. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // target: public id of the object, without a foreign key because objects of all sections are here. The row of a
  // deleted object counts as none. applied: the fields that the file gave it last, and what became of them. parts: ids
  // of the groups and components of a status page by key.
  yield* sql`
    create table config_key (
      account_id bigint not null references account (id) on delete cascade,
      project text not null,
      section text not null,
      key text not null,
      target uuid not null,
      applied jsonb not null,
      parts jsonb not null,
      applied_at timestamptz not null default mon_now(),
      primary key (account_id, project, section, key),
      unique (account_id, section, target)
    )`

  // credential: SHA-256 of the API key or session that made the plan. document: encrypted, because it contains secrets.
  // fingerprint: SHA-256 of the account when the plan was made.
  yield* sql`
    create table config_plan (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      membership_id bigint not null references membership (id) on delete cascade,
      credential bytea not null,
      document text not null,
      fingerprint bytea not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null default mon_now()
    )`
  yield* sql`create index config_plan_membership on config_plan (membership_id, id)`

  yield* compatibleSince(12)
})
