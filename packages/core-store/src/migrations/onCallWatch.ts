import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Adds what workers need to notify people of hand-offs and gaps, and to remove people who have left. */
export const onCallWatch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    -- watch_at: the next time at which a worker examines the schedule. people: the people on call at the last
    -- examination; null: none so far. reported_gaps: the gaps that the owner has been notified of.
    alter table on_call_schedule
      add column watch_at timestamptz not null default mon_now(),
      add column people jsonb,
      add column reported_gaps jsonb not null default '[]';
    create index on_call_schedule_watch on on_call_schedule (watch_at);

    -- However a membership ends.
    create or replace function remove_from_routes() returns trigger language plpgsql as $$
    begin
      delete from alert_route_target where membership_id = new.id;
      delete from alert_route_fallback where membership_id = new.id;
      update on_call_schedule set watch_at = mon_now() where account_id = new.account_id;
      return null;
    end $$;

    -- However a schedule or its overrides change.
    create function watch_changed_schedule() returns trigger language plpgsql as $$
    begin
      new.watch_at := mon_now();
      return new;
    end $$;
    create trigger watch_changed_schedule before update of updated_at on on_call_schedule for each row
    when (old.updated_at is distinct from new.updated_at) execute function watch_changed_schedule()`)
  yield* compatibleSince(38)
})
