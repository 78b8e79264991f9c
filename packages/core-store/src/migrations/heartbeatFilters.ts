import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Adds the method of a ping. A change of the filters does not change when runs are expected. Programs of the previous
 * release store pings without a method, and do not apply filters.
 */
export const heartbeatFilters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    alter table heartbeat_ping add column method text;
    create or replace function follow_heartbeat() returns trigger language plpgsql as $$
    begin
      update heartbeat h set slug = heartbeat_slug(new.name, new.settings),
        resumed_at = case when old.paused_at is not null and new.paused_at is null then mon_now() else h.resumed_at end,
        changed_at = case
          when old.settings - '{slug,filters}'::text[] is distinct from new.settings - '{slug,filters}'::text[]
          then mon_now() else h.changed_at end,
        version = h.version + 1
      where h.monitor_id = new.id;
      if old.settings is distinct from new.settings then
        update monitor_schedule set next_at = mon_now() where monitor_id = new.id and next_at is not null;
      end if;
      return null;
    end $$`)
  yield* compatibleSince(38)
})
