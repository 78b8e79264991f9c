import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Adds the tables of heartbeats. Programs of the previous release do not claim heartbeats, and show alerts of
 * heartbeats without the output of the job.
 */
export const heartbeats = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    -- The interval of a heartbeat is the longest time until it is judged again.
    alter table monitor alter column check_interval_seconds set default 3600,
      alter column timeout_seconds set default 10;

    -- What the job of a failed heartbeat printed and returned.
    alter table incident add column job jsonb;

    create function heartbeat_slug(name text, settings jsonb) returns text language sql immutable parallel safe as $$
      select coalesce(settings ->> 'slug',
        left(trim(both '-' from regexp_replace(lower(name), '[^a-z0-9_]+', '-', 'g')), 100))
    $$;

    -- memory: what the state depends on. state: the state after all pings and deadlines that were judged. flips: its
    -- changes that the schedule has not recorded, oldest first. version: changes with each write, so that none is lost.
    -- resumed_at, changed_at: the monitor was resumed, or its rules changed, since the last write.
    create table heartbeat (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      slug text not null,
      memory jsonb not null,
      state smallint not null default 0,
      flips jsonb not null default '[]',
      version bigint not null default 0,
      pings bigint not null default 0,
      last_ping_at timestamptz,
      last_runtime_ms bigint,
      expected_at timestamptz,
      resumed_at timestamptz,
      changed_at timestamptz
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
    create index heartbeat_slug on heartbeat (account_id, slug);

    -- The secrets in ping URLs, as hashes and sealed. replaced_at: since when another one is shown.
    create table heartbeat_token (
      hash bytea primary key,
      monitor_id bigint not null references monitor (id) on delete cascade,
      sealed text not null,
      created_at timestamptz not null default mon_now(),
      replaced_at timestamptz,
      last_used_at timestamptz
    );
    create index heartbeat_token_monitor on heartbeat_token (monitor_id);

    -- The secrets in ping URLs with a slug.
    create table ping_key (
      hash bytea primary key,
      account_id bigint not null references account (id) on delete cascade,
      sealed text not null,
      created_at timestamptz not null default mon_now()
    );
    create index ping_key_account on ping_key (account_id);

    -- The last pings. body: bytes, because jobs print anything.
    create table heartbeat_ping (
      monitor_id bigint not null references monitor (id) on delete cascade,
      n bigint not null,
      at timestamptz not null,
      kind smallint not null,
      run text,
      exit_code smallint,
      runtime_ms bigint,
      body bytea,
      is_cut boolean not null default false,
      client text,
      network text,
      primary key (monitor_id, n)
    );

    -- When processes could receive pings. The gaps between these periods are no one's lateness.
    create table ping_reception (
      process_id uuid primary key,
      since timestamptz not null,
      until timestamptz not null
    );
    create index ping_reception_until on ping_reception (until);

    -- Triggers, so that every way to change a monitor changes its heartbeat.
    create function follow_heartbeat() returns trigger language plpgsql as $$
    begin
      update heartbeat h set slug = heartbeat_slug(new.name, new.settings),
        resumed_at = case when old.paused_at is not null and new.paused_at is null then mon_now() else h.resumed_at end,
        changed_at = case when old.settings - 'slug' is distinct from new.settings - 'slug' then mon_now()
          else h.changed_at end,
        version = h.version + 1
      where h.monitor_id = new.id;
      if old.settings is distinct from new.settings then
        update monitor_schedule set next_at = mon_now() where monitor_id = new.id and next_at is not null;
      end if;
      return null;
    end $$;
    create trigger follow_heartbeat after update of name, settings, paused_at on monitor
    for each row when (new.kind = 3 and (old.name, old.settings, old.paused_at) is distinct from
      (new.name, new.settings, new.paused_at)) execute function follow_heartbeat()`)
  yield* compatibleSince(38)
})
