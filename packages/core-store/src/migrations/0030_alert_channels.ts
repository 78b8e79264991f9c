import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Alert channels, what they remember of their messages, and deliveries to them. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // settings: encrypted for the public id. shown: the settings with *** for secrets. slot_at: the newest slot of the
  // messages that wait, because services limit messages. sent_at: the last attempt. added_by: it ends when that member
  // is removed.
  yield* sql`
    create table alert_channel (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      kind text not null,
      name text not null,
      settings text not null,
      shown jsonb not null,
      in_default_route boolean not null default true,
      added_by bigint references membership (id) on delete set null,
      is_active boolean not null default true,
      created_at timestamptz not null default mon_now(),
      last_delivery_at timestamptz,
      last_delivery_status text,
      failing_since timestamptz,
      disabled_reason text check (disabled_reason in ('refused', 'failing')),
      slot_at timestamptz,
      sent_at timestamptz
    ) with (fillfactor = 80)`
  yield* sql`create index alert_channel_account on alert_channel (account_id, id)`
  yield* sql`create index alert_channel_author on alert_channel (added_by) where added_by is not null`

  // key: what the messages are about, such as an incident. state: what its service knows the message by.
  yield* sql`
    create table alert_message (
      channel_id bigint not null references alert_channel (id) on delete cascade,
      key text not null,
      state jsonb not null,
      updated_at timestamptz not null default mon_now(),
      primary key (channel_id, key)
    )`
  yield* sql`create index alert_message_age on alert_message (updated_at)`

  // The previous release cannot send to channels, so it must not find these deliveries: it skips deliveries that wait,
  // and those to channels have the waiting time infinity. gathers_at: the end of the window that a summary covers.
  yield* sql`alter table notification_delivery add column gathers_at timestamptz`
  yield* sql`alter table notification_delivery drop constraint notification_delivery_channel_check`
  yield* sql`
    alter table notification_delivery add constraint notification_delivery_channel_check
    check (channel in ('email', 'whatsapp', 'webhook', 'channel')) not valid`

  yield* compatibleSince(12)
})
