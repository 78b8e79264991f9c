import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Routes of alerts with their steps, what they still have to send, and the quiet hours of channels. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The strongest locks first, so that the migration cannot deadlock.
  yield* sql`lock table alert_channel, notification_delivery in access exclusive mode`
  yield* sql`alter table alert_channel add column quiet_hours jsonb`
  // minute: minutes from the alert to this message; a later one repeats it. route_step, reminder: why it was sent.
  yield* sql`
    alter table notification_delivery
      add column minute integer not null default 0,
      add column route_step smallint,
      add column reminder integer`

  // The first route by position that takes an alert decides. kinds, severities: empty stands for all.
  yield* sql`
    create table alert_route (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      name text not null,
      position integer not null,
      kinds text[] not null,
      severities text[] not null,
      scope text not null check (scope in ('all', 'chosen')),
      reminder_minutes integer,
      created_at timestamptz not null default mon_now()
    )`
  yield* sql`create index alert_route_account on alert_route (account_id, position, id)`

  // A route whose monitors or tags are all gone has the scope chosen still: it takes nothing.
  yield* sql`
    create table alert_route_monitor (
      route_id bigint not null references alert_route (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      primary key (route_id, monitor_id)
    )`
  yield* sql`create index alert_route_monitor_monitor on alert_route_monitor (monitor_id)`
  yield* sql`
    create table alert_route_tag (
      route_id bigint not null references alert_route (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      primary key (route_id, tag_id)
    )`
  yield* sql`create index alert_route_tag_tag on alert_route_tag (tag_id)`

  yield* sql`
    create table alert_route_step (
      route_id bigint not null references alert_route (id) on delete cascade,
      number smallint not null,
      after_minutes integer not null,
      primary key (route_id, number)
    )`
  yield* sql`
    create table alert_route_target (
      id bigint generated always as identity primary key,
      route_id bigint not null,
      step smallint not null,
      kind text not null check (kind in ('email', 'whatsapp', 'webhooks', 'channel')),
      channel_id bigint references alert_channel (id) on delete cascade,
      foreign key (route_id, step) references alert_route_step (route_id, number) on delete cascade,
      check ((kind = 'channel') = (channel_id is not null))
    )`
  yield* sql`create index alert_route_target_step on alert_route_target (route_id, step)`
  yield* sql`create index alert_route_target_channel on alert_route_target (channel_id) where channel_id is not null`

  // One row for each alert that a route took. opened_at: its minutes count from then. due_at: when something is to
  // be sent or decided; null: never again. done_at: what was due up to then is sent. route_id: null once the route
  // is deleted.
  yield* sql`
    create table alert_due (
      notification_id bigint primary key references notification (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint references monitor (id) on delete cascade,
      route_id bigint references alert_route (id) on delete set null,
      opened_at timestamptz not null,
      due_at timestamptz,
      done_at timestamptz,
      ended_at timestamptz
    ) with (fillfactor = 80)`
  yield* sql`create index alert_due_at on alert_due (due_at) where due_at is not null`
  yield* sql`create index alert_due_monitor on alert_due (monitor_id) where ended_at is null`
  yield* sql`create index alert_due_route on alert_due (route_id) where route_id is not null`
  yield* sql`create index alert_due_account on alert_due (account_id)`

  yield* compatibleSince(12)
})
