import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Notifications as facts, their deliveries with all attempts, webhooks, and who receives none. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Written in the statement that finds the fact, one row for each key. kind and data: the fact as `@mon/model`
  // declares it; `@mon/alerts` renders it. user_id: meant for this person alone. dispatched_at: when its deliveries
  // were created.
  yield* sql`
    create table notification (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      key text not null unique,
      type text not null,
      kind text not null,
      monitor_id bigint references monitor (id) on delete cascade,
      incident_id bigint references incident (id) on delete cascade,
      user_id bigint references app_user (id) on delete cascade,
      data jsonb not null,
      status text not null default 'pending' check (status in ('pending', 'sent', 'suppressed', 'failed')),
      created_at timestamptz not null default mon_now(),
      dispatched_at timestamptz,
      sent_at timestamptz
    )`
  yield* sql`create index notification_account on notification (account_id, id desc)`
  yield* sql`create index notification_pending on notification (id) where status = 'pending'`
  yield* sql`create index notification_undispatched on notification (id) where status = 'pending' and dispatched_at is null`
  yield* sql`create index notification_monitor on notification (monitor_id, created_at desc)`
  yield* sql`create index notification_user on notification (user_id, created_at desc) where user_id is not null`

  // secret: encrypted for the public id.
  yield* sql`
    create table webhook (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      url text not null,
      label text not null,
      events text[] not null check (cardinality(events) > 0),
      secret text not null,
      is_active boolean not null default true,
      created_at timestamptz not null default mon_now(),
      last_delivery_at timestamptz,
      last_delivery_status text,
      failing_since timestamptz,
      disabled_reason text
    )`
  yield* sql`create index webhook_account on webhook (account_id, id desc)`
  yield* sql`create index webhook_monitor on webhook (monitor_id)`

  // target: an address, a number in international form, or the public id of a webhook. notification_id is null for a
  // digest, whose parts have its id as digest_id. waits_until: the end of the window that a digest covers.
  yield* sql`
    create table notification_delivery (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      notification_id bigint references notification (id) on delete cascade,
      digest_id bigint references notification_delivery (id) on delete cascade,
      key text not null unique,
      channel text not null check (channel in ('email', 'whatsapp', 'webhook')),
      target text not null,
      user_id bigint references app_user (id) on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'sent', 'suppressed', 'failed')),
      attempts integer not null default 0,
      next_at timestamptz not null default mon_now(),
      waits_until timestamptz,
      slot_at timestamptz,
      lease_until timestamptz,
      lease_token uuid,
      error_code text,
      error_message text,
      created_at timestamptz not null default mon_now(),
      settled_at timestamptz
    ) with (fillfactor = 80)`
  yield* sql`create index notification_delivery_of on notification_delivery (notification_id)`
  yield* sql`create index notification_delivery_digest on notification_delivery (digest_id) where digest_id is not null`
  yield* sql`create index notification_delivery_pending on notification_delivery (account_id, target) where status = 'pending'`
  yield* sql`create index notification_delivery_age on notification_delivery (created_at)`

  // status null: the worker ended before it knew the result.
  yield* sql`
    create table delivery_attempt (
      delivery_id bigint not null references notification_delivery (id) on delete cascade,
      number integer not null,
      at timestamptz not null,
      status text check (status in ('sent', 'failed')),
      code text,
      duration_ms integer,
      error text,
      primary key (delivery_id, number)
    )`

  yield* sql`
    create table email_suppression (
      account_id bigint not null references account (id) on delete cascade,
      address text not null check (address = lower(address)),
      created_at timestamptz not null default mon_now(),
      primary key (account_id, address)
    )`

  // Emails about transitions since opened_at; what exceeds the limit goes into a digest.
  yield* sql`
    create table alert_window (
      account_id bigint primary key references account (id) on delete cascade,
      opened_at timestamptz not null,
      sent integer not null
    )`

  // number: confirmed and in use. pending_number: waits for the code that was signed. codes_sent: since codes_since.
  yield* sql`
    create table whatsapp_contact (
      account_id bigint primary key references account (id) on delete cascade,
      number text,
      confirmed_at timestamptz,
      pending_number text,
      code_signature text,
      code_sent_at timestamptz,
      code_attempts smallint not null default 0,
      codes_sent smallint not null default 0,
      codes_since timestamptz
    )`

  yield* sql`create table whatsapp_slot (number text primary key, slot_at timestamptz not null)`

  // Its own statements, so that it sees what others have committed while it waited for the row.
  yield* sql`
    create function settle_notifications(keys bigint[]) returns void language plpgsql as $$
    begin
      perform 1 from notification where id = any(keys) order by id for update;
      update notification n set status = s.status, sent_at = coalesce(n.sent_at, s.sent_at)
      from (
        select notification_id, case
            when bool_or(status = 'pending') then 'pending'
            when bool_or(status = 'sent') then 'sent'
            when bool_or(status = 'failed') then 'failed'
            else 'suppressed' end as status,
          min(settled_at) filter (where status = 'sent') as sent_at
        from notification_delivery where notification_id = any(keys) group by notification_id
      ) s
      where n.id = s.notification_id and (n.status, n.sent_at) is distinct from (s.status, coalesce(n.sent_at, s.sent_at));
    end $$`

  // A trigger, so that every way to pause suppresses what is waiting, at once and for good.
  yield* sql`
    create function suppress_paused_account() returns trigger language plpgsql as $$
    declare
      keys bigint[];
    begin
      update notification set status = 'suppressed'
      where account_id = new.id and status = 'pending' and dispatched_at is null;
      with suppressed_deliveries as (
        update notification_delivery set status = 'suppressed', error_code = 'paused', settled_at = mon_now()
        where account_id = new.id and status = 'pending'
        returning notification_id
      )
      select array_agg(distinct notification_id) into keys from suppressed_deliveries where notification_id is not null;
      perform settle_notifications(keys);
      return null;
    end $$`
  yield* sql`
    create trigger suppress_when_paused after update of notifications_paused_at on account
    for each row when (old.notifications_paused_at is null and new.notifications_paused_at is not null)
    execute function suppress_paused_account()`
})
