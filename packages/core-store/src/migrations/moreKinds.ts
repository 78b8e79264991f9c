import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Prepares the schema for more kinds of monitors. Settings become JSON, so that a new kind needs no new column.
 * Programs of the previous release read and write only monitors of the two kinds that they know.
 */
export const moreKinds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    alter table monitor add column settings jsonb;
    alter table monitor drop constraint monitor_kind_check;
    create index monitor_schedule_due_other on monitor_schedule (kind, greatest(next_at, lease_until))
      where next_at is not null and kind > 2;

    -- The code of a kind stands for its name. Listeners of the release before know two names and skip all others.
    create or replace function signalled_kind(kind smallint) returns text language sql immutable parallel safe as $$
      select case kind when 1 then 'domain' when 2 then 'url' else kind::text end
    $$;
    create or replace function signal_monitor() returns trigger language plpgsql as $$
    begin
      perform mon_signal(signalled_kind(new.kind), new.account_id, new.id, new.public_id, null);
      return null;
    end $$;
    create or replace function signal_monitor_of() returns trigger language plpgsql as $$
    begin
      perform mon_signal(signalled_kind(m.kind), m.account_id, m.id, m.public_id, null)
      from monitor m where m.id = case tg_op when 'DELETE' then old.monitor_id else new.monitor_id end;
      return null;
    end $$`)
  yield* compatibleSince(38)
})
