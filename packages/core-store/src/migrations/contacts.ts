import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Adds the channels and rules with which people say how they are reached. Programs of the previous release can deliver
 * through own channels. They list own channels with their names, but without settings, because they read `shown`.
 */
export const contacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    -- membership_id: the person to whom alone the channel belongs. Null: the channel belongs to the account. An own
    -- channel is active only if it is verified, and its shown settings are in own_channel.
    alter table alert_channel add column membership_id bigint references membership (id) on delete cascade;
    create index alert_channel_person on alert_channel (membership_id, id) where membership_id is not null;

    -- verified_at: null until the person has entered the code with code_signature.
    create table own_channel (
      channel_id bigint primary key references alert_channel (id) on delete cascade,
      shown jsonb not null,
      verified_at timestamptz,
      code_signature text,
      code_sent_at timestamptz,
      code_attempts integer not null default 0
    );

    -- high, low: the rules for critical and for all other alerts, as @mon/model declares them.
    create table contact_rules (
      membership_id bigint primary key references membership (id) on delete cascade,
      high jsonb not null,
      low jsonb not null,
      updated_at timestamptz not null default mon_now()
    );

    -- A message to one person that is due later than its step or reminder, because of the person's rules. via: "email"
    -- or the public id of an own channel. minute: counted from the alert, as in notification_delivery.
    create table contact_due (
      id bigint generated always as identity primary key,
      notification_id bigint not null references alert_due (notification_id) on delete cascade,
      membership_id bigint not null references membership (id) on delete cascade,
      via text not null,
      minute integer not null,
      route_step smallint,
      reminder integer,
      on_call jsonb,
      due_at timestamptz not null,
      unique (notification_id, membership_id, via, minute)
    );
    create index contact_due_at on contact_due (due_at);
    create index contact_due_person on contact_due (membership_id);

    -- However a membership ends.
    create function remove_contacts() returns trigger language plpgsql as $$
    begin
      delete from alert_channel where membership_id = new.id;
      delete from contact_rules where membership_id = new.id;
      delete from contact_due where membership_id = new.id;
      return null;
    end $$;
    create trigger remove_contacts after update of removed_at on membership for each row
    when (new.removed_at is not null) execute function remove_contacts()`)
  yield* compatibleSince(38)
})
