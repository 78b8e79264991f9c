import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Who changed what in an account. Names and addresses are copied, because the person, the key and what was changed may
 * be deleted before the entry.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // finished_at: null while the change runs. It stays null if the process ended meanwhile.
  // changes: [{"field", "before", "after"}], texts without secrets.
  yield* sql`
    create table audit_entry (
      id bigint generated always as identity primary key,
      public_id uuid not null unique default mon_uuidv7(),
      account_id bigint not null references account (id) on delete cascade,
      at timestamptz not null default mon_now(),
      expires_at timestamptz not null,
      finished_at timestamptz,
      action text not null,
      target text,
      actor text not null,
      email text,
      key_name text,
      address text not null,
      user_agent text not null,
      changes jsonb not null default '[]'
    )`
  yield* sql`create index audit_entry_account on audit_entry (account_id, id)`
  yield* sql`create index audit_entry_expires on audit_entry (expires_at)`
  yield* compatibleSince(12)
})
