import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Adds on-call schedules, and the parts of routes that use them. The targets are in tables of their own, because
 * programs of the previous release would read a schedule in `alert_route_target` as a channel. These programs ignore
 * the hours, the repetitions and the fallback of routes.
 */
export const onCall = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    -- definition: as @mon/model declares it, without the overrides. calendar_version: the version of the secret address
    -- of the calendar.
    create table on_call_schedule (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      name text not null,
      definition jsonb not null,
      calendar_version integer not null default 1,
      created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now()
    );
    create index on_call_schedule_account on on_call_schedule (account_id, id);

    -- people, replaces: public ids of memberships, as in the definition of a schedule. created_by: a person. It refers
    -- to no row, so that the override outlives the person.
    create table on_call_override (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      schedule_id bigint not null references on_call_schedule (id) on delete cascade,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      people jsonb not null,
      replaces text,
      note text,
      created_by bigint,
      created_at timestamptz not null default mon_now()
    );
    create index on_call_override_schedule on on_call_override (schedule_id, ends_at);

    create table alert_route_on_call (
      id bigint generated always as identity primary key,
      route_id bigint not null,
      step smallint not null,
      schedule_id bigint not null references on_call_schedule (id) on delete cascade,
      who text not null check (who in ('now', 'next', 'everyone')),
      foreign key (route_id, step) references alert_route_step (route_id, number) on delete cascade
    );
    create index alert_route_on_call_step on alert_route_on_call (route_id, step);
    create index alert_route_on_call_schedule on alert_route_on_call (schedule_id);

    create table alert_route_fallback (
      id bigint generated always as identity primary key,
      route_id bigint not null references alert_route (id) on delete cascade,
      kind text not null check (kind in ('email', 'whatsapp', 'webhooks', 'channel')),
      channel_id bigint references alert_channel (id) on delete cascade,
      membership_id bigint references membership (id) on delete cascade,
      check ((kind = 'channel') = (channel_id is not null)),
      check (membership_id is null or kind = 'email')
    );
    create index alert_route_fallback_route on alert_route_fallback (route_id);
    create index alert_route_fallback_channel on alert_route_fallback (channel_id) where channel_id is not null;
    create index alert_route_fallback_membership on alert_route_fallback (membership_id)
      where membership_id is not null;

    create or replace function remove_from_routes() returns trigger language plpgsql as $$
    begin
      delete from alert_route_target where membership_id = new.id;
      delete from alert_route_fallback where membership_id = new.id;
      return null;
    end $$;

    -- hours: as @mon/model declares them; null: at any time.
    alter table alert_route_step add column hours jsonb;
    -- repeat: as @mon/model declares it; null: none.
    alter table alert_route add column repeat jsonb;
    -- course: the steps, reminders, repetitions and fallback with which the alert began.
    alter table alert_due add column course jsonb;
    -- on_call: why the recipient was chosen, as @mon/model declares it. Null: the recipient is a target of the route.
    alter table notification_delivery add column on_call jsonb`)
  yield* compatibleSince(38)
})
