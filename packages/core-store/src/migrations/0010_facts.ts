import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What is remembered of certificates and registrations, when they are due, and what the looks of each hour came to. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // As `uuidv7` of @mon/model, for what only a statement knows the need of.
  yield* sql`
    create function mon_uuidv7() returns uuid language sql volatile parallel safe as $$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from mon_now()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
    $$`
  // ISO 8601 UTC with milliseconds, as everything outside says it.
  yield* sql`
    create function mon_iso(at timestamptz) returns text language sql stable parallel safe as $$
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    $$`

  // ssl_state: 0 good, 1 bad once, 2 bad and announced (or known). ssl_told_days: the tightest threshold announced for
  // the certificate in ssl. ssl_fault: the last fault announced, its fingerprint first.
  yield* sql`
    alter table monitor_facts
      add column ssl_state smallint not null default 0,
      add column ssl_bad_since timestamptz,
      add column ssl_told_days smallint,
      add column ssl_fault text,
      add column ssl_fault_at timestamptz`

  // The hour that is running, beside what every look rewrites anyway; the look that begins another hour moves it to
  // look_hour. hour_response: the response time of each good look as its logarithmic bucket.
  yield* sql`
    alter table monitor_schedule
      add column hour_at timestamptz,
      add column hour_looks smallint not null default 0,
      add column hour_up smallint not null default 0,
      add column hour_down smallint not null default 0,
      add column hour_response smallint[] not null default '{}'`
  yield* sql`
    create table look_hour (
      monitor_id bigint not null,
      hour timestamptz not null,
      looks integer not null,
      up integer not null,
      down integer not null,
      response smallint[] not null,
      primary key (monitor_id, hour)
    ) partition by range (hour)`
  // An hour outside every month's partition is kept all the same.
  yield* sql`create table look_hour_default partition of look_hour default`

  // Makes the partitions of the last month and the coming ones; several processes may call it at once.
  yield* sql`
    create function ensure_hour_partitions(months_ahead integer) returns integer language plpgsql as $$
    declare
      month date := date_trunc('month', mon_now() at time zone 'UTC')::date - interval '1 month';
      last date := date_trunc('month', mon_now() at time zone 'UTC')::date + months_ahead * interval '1 month';
      made integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('look_hour'));
      while month <= last loop
        if to_regclass('look_hour_' || to_char(month, 'YYYYMM')) is null then
          begin
            execute format(
              'create table %I partition of look_hour for values from (%L) to (%L)',
              'look_hour_' || to_char(month, 'YYYYMM'),
              month::text || ' 00:00:00+00', (month + interval '1 month')::date::text || ' 00:00:00+00');
            made := made + 1;
          exception when check_violation then
            -- hours of that month already lie in the default partition: leave them there
            null;
          end;
        end if;
        month := month + interval '1 month';
      end loop;
      return made;
    end $$`
  yield* sql`select ensure_hour_partitions(2)`

  // Drops the months that ended so many days ago.
  yield* sql`
    create function drop_hour_partitions(days_kept integer) returns integer language plpgsql as $$
    declare
      name text;
      dropped integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('look_hour'));
      for name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'look_hour'::regclass and c.relname ~ '^look_hour_[0-9]{6}$'
          and (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC'
            <= mon_now() - days_kept * interval '1 day'
      loop
        execute format('drop table %I', name);
        dropped := dropped + 1;
      end loop;
      delete from look_hour_default where hour < mon_now() - days_kept * interval '1 day';
      return dropped;
    end $$`

  // The 50th, 95th and 99th percentile of the hours that begin in a window, as buckets; null without a good look.
  yield* sql`
    create function response_percentiles(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns smallint[] language sql stable parallel safe as $$
      select percentile_disc(array[0.5, 0.95, 0.99]) within group (order by bucket)
      from (
        select unnest(response) as bucket from look_hour
        where monitor_id = monitor and hour >= window_start and hour < window_end
        union all
        select unnest(hour_response) from monitor_schedule
        where monitor_id = monitor and hour_at >= window_start and hour_at < window_end
      ) x
    $$`

  // As uptime_percent of a window that lasts until now, with an end of its own.
  yield* sql`
    create function uptime_percent(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      with bounded as (
        select state, greatest(since, window_start) as starts,
          least(lead(since, 1, 'infinity') over (order by since), window_end, mon_now()) as ends
        from status_period
        where monitor_id = monitor and since < window_end
          and since >= coalesce(
            (select max(since) from status_period where monitor_id = monitor and since <= window_start),
            '-infinity')
      ), seconds as (
        select state, greatest(extract(epoch from ends - starts), 0) as s from bounded where state in (1, 2)
      )
      select round((100 * sum(s) filter (where state = 1) / nullif(sum(s), 0))::numeric, 4)::double precision
      from (select state, s from seconds union all select 1, 0) x
    $$`

  // Looks at port 443 for monitors whose URL is http. A monitor that is paused keeps its place.
  yield* sql`
    create table certificate_schedule (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      next_at timestamptz not null,
      lease_until timestamptz,
      lease_token uuid
    )`
  yield* sql`create index certificate_due on certificate_schedule (greatest(next_at, lease_until))`

  // One row for each registrable domain, whoever watches it. registration: the last good one as the engine tells it.
  // next_at is null when nobody watches it any more.
  yield* sql`
    create table registration (
      domain text primary key,
      outcome text,
      registration jsonb,
      checked_at timestamptz,
      failures smallint not null default 0,
      next_at timestamptz,
      lease_until timestamptz,
      lease_token uuid
    )`
  yield* sql`create index registration_due on registration (greatest(next_at, lease_until)) where next_at is not null`

  // domain: null until a worker has worked it out, '' when the host is in no registrable domain. told: what was announced.
  yield* sql`
    create table monitor_registration (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      domain text,
      told_expiry timestamptz,
      told_days smallint
    )`
  yield* sql`create index monitor_registration_domain on monitor_registration (domain)`
  yield* sql`create index monitor_registration_new on monitor_registration (monitor_id) where domain is null`

  // Documents from elsewhere whose last good copy is kept, such as IANA's list of RDAP servers.
  yield* sql`
    create table kept_document (
      name text primary key,
      document text not null,
      fetched_at timestamptz not null
    )`

  // A trigger, so that processes of the version before this one schedule what they add as well.
  yield* sql`
    create function schedule_facts() returns trigger language plpgsql as $$
    begin
      insert into monitor_registration (monitor_id) values (new.id);
      if new.url like 'http://%' then
        insert into certificate_schedule (monitor_id, next_at) values (new.id, mon_now());
      end if;
      return null;
    end $$`
  yield* sql`
    create trigger facts_of_new_monitor after insert on monitor
    for each row when (new.kind = 1) execute function schedule_facts()`
  yield* sql`insert into monitor_registration (monitor_id) select id from monitor where kind = 1 and deleted_at is null`
  yield* sql`
    insert into certificate_schedule (monitor_id, next_at)
    select m.id, next_on_grid(21600000, s.phase, mon_now()) from monitor m join monitor_schedule s on s.monitor_id = m.id
    where m.kind = 1 and m.deleted_at is null and m.url like 'http://%'`
})
