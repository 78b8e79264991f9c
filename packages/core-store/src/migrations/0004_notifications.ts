import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The outbox of notifications: written in the statement of the fact, one row for each key. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    create table notification (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      key text not null unique,
      type text not null,
      title text not null,
      message text not null,
      monitor_id bigint references monitor (id) on delete cascade,
      incident_id bigint references incident (id) on delete cascade,
      data jsonb not null default '{}',
      status text not null default 'pending' check (status in ('pending', 'sent', 'suppressed', 'failed')),
      created_at timestamptz not null default mon_now(),
      sent_at timestamptz
    )`
  yield* sql`create index notification_account on notification (account_id, id desc)`
  yield* sql`create index notification_pending on notification (id) where status = 'pending'`
})
