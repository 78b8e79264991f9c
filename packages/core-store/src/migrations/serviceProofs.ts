import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Adds the schedule of the proofs that services need in a service for strangers. Each service has a row, so that a
 * change of MON_SERVICE_TARGETS has an effect on all of them. Rows are used only while `service_targets` says so.
 */
export const serviceProofs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    -- At most one row: whether services need a proof of their hosts (MON_SERVICE_TARGETS). The API writes it.
    create table service_targets (
      one boolean primary key default true check (one),
      is_proven boolean not null
    );

    -- proven_at: the last lookup that found the proof. absent_since: the first lookup after it that did not; a failed
    -- lookup says nothing. stopped_at: since when checks are stopped. missing: what the last lookup did not find.
    create table service_proof (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      next_at timestamptz not null,
      lease_until timestamptz,
      lease_token uuid,
      proven_at timestamptz,
      absent_since timestamptz,
      stopped_at timestamptz,
      missing jsonb
    );
    create index service_proof_due on service_proof (greatest(next_at, lease_until));
    insert into service_proof (monitor_id, next_at)
    select id, case when deleted_at is null then mon_now() else 'infinity' end from monitor where kind = 4;

    -- Triggers, so that every way to change a service schedules the lookup. The API has just found the proof of a new
    -- address, if one is needed.
    create function schedule_service_proof() returns trigger language plpgsql as $$
    begin
      insert into service_proof (monitor_id, next_at) values (new.id, mon_now())
      on conflict (monitor_id) do update set next_at = excluded.next_at, lease_until = null, lease_token = null,
        absent_since = null, stopped_at = null, missing = null;
      return null;
    end $$;
    create trigger service_proof_of_new_monitor after insert on monitor for each row
    when (new.kind = 4) execute function schedule_service_proof();
    create trigger service_proof_of_monitor after update of url, settings on monitor for each row
    when (new.kind = 4 and (old.url, old.settings #> '{check,login}' is null)
      is distinct from (new.url, new.settings #> '{check,login}' is null))
    execute function schedule_service_proof();

    create function suspend_service_proof() returns trigger language plpgsql as $$
    begin
      update service_proof set next_at = case when new.deleted_at is null then mon_now() else 'infinity' end,
        lease_until = null, lease_token = null
      where monitor_id = new.id;
      return null;
    end $$;
    create trigger service_proof_of_deleted_monitor after update of deleted_at on monitor for each row
    when (new.kind = 4 and (old.deleted_at is null) is distinct from (new.deleted_at is null))
    execute function suspend_service_proof()`)
  yield* compatibleSince(38)
})
