import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Adds the secret addresses of calendars. They replace `calendar_version`, which no program has used: an address
 * belongs to a person, so that it stops with the person's membership.
 */
export const onCallCalendars = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    alter table on_call_schedule drop column calendar_version;

    -- public_id: the secret address is made from it, with a signature. A new address gets a new public_id.
    -- schedule_id: null: the shifts of the person in all schedules.
    create table on_call_calendar (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      membership_id bigint not null references membership (id) on delete cascade,
      schedule_id bigint references on_call_schedule (id) on delete cascade,
      created_at timestamptz not null default mon_now(),
      unique nulls not distinct (membership_id, schedule_id)
    );
    create index on_call_calendar_schedule on on_call_calendar (schedule_id) where schedule_id is not null;

    -- However a membership ends. A person who joins again gets new addresses.
    create function remove_calendars() returns trigger language plpgsql as $$
    begin
      delete from on_call_calendar where membership_id = new.id;
      return null;
    end $$;
    create trigger remove_calendars after update of removed_at on membership
    for each row when (new.removed_at is not null) execute function remove_calendars()`)
  yield* compatibleSince(38)
})
