import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Adds requests to take over a shift. */
export const onCallRequests = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    -- membership_id: the person who asks. asked_id: the person who was asked; null: everyone in the schedule.
    -- override_id: the override that was made when the request was accepted.
    create table on_call_request (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      schedule_id bigint not null references on_call_schedule (id) on delete cascade,
      membership_id bigint not null references membership (id) on delete cascade,
      asked_id bigint references membership (id) on delete cascade,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      note text,
      state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'returned')),
      answered_by bigint references membership (id) on delete set null,
      answered_at timestamptz,
      override_id bigint references on_call_override (id) on delete set null,
      created_at timestamptz not null default mon_now(),
      check (override_id is null or state = 'accepted')
    );
    create index on_call_request_schedule on on_call_request (schedule_id, ends_at);
    create index on_call_request_membership on on_call_request (membership_id, created_at);
    create index on_call_request_asked on on_call_request (asked_id) where asked_id is not null;
    create index on_call_request_answered on on_call_request (answered_by) where answered_by is not null;
    create unique index on_call_request_override on on_call_request (override_id) where override_id is not null;

    -- However an override ends early.
    create function return_shift() returns trigger language plpgsql as $$
    begin
      update on_call_request set state = 'returned', answered_at = mon_now(), override_id = null
      where override_id = old.id and ends_at > mon_now();
      return old;
    end $$;
    create trigger return_shift before delete on on_call_override for each row execute function return_shift();

    -- However a membership ends.
    create function end_requests() returns trigger language plpgsql as $$
    begin
      update on_call_request set state = 'withdrawn', answered_at = mon_now()
      where membership_id = new.id and state = 'open';
      update on_call_request set state = 'declined', answered_at = mon_now(), answered_by = new.id
      where asked_id = new.id and state = 'open';
      return null;
    end $$;
    create trigger end_requests after update of removed_at on membership
    for each row when (new.removed_at is not null) execute function end_requests()`)
  yield* compatibleSince(38)
})
