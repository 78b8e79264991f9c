import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Results of checks in daily and hourly partitions, the periods of each state, and incidents. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // verdict: 0 unknown (the check itself could not be made), 1 up, 2 down. Durations are microseconds.
  yield* sql`
    create table check_history (
      monitor_id bigint not null,
      checked_at timestamptz not null,
      verdict smallint not null,
      status_code smallint,
      response_us integer,
      dns_us integer,
      connect_us integer,
      tls_us integer,
      wait_us integer,
      download_us integer,
      location text not null,
      error_code text,
      error_message text,
      primary key (monitor_id, checked_at)
    ) partition by range (checked_at)`

  // Receives a check whose day has no partition.
  yield* sql`create table check_history_default partition of check_history default`

  // Creates the missing partitions from yesterday to `days_ahead` days ahead; several processes may call it at once.
  yield* sql`
    create function ensure_history_partitions(days_ahead integer) returns integer language plpgsql as $$
    declare
      day date := (mon_now() at time zone 'UTC')::date - 1;
      last date := (mon_now() at time zone 'UTC')::date + days_ahead;
      made integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('check_history'));
      while day <= last loop
        if to_regclass('check_history_' || to_char(day, 'YYYYMMDD')) is null then
          begin
            execute format(
              'create table %I partition of check_history for values from (%L) to (%L)',
              'check_history_' || to_char(day, 'YYYYMMDD'),
              day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
            made := made + 1;
          exception when check_violation then
            -- rows of that day already lie in the default partition: leave them there
            null;
          end;
        end if;
        day := day + 1;
      end loop;
      return made;
    end $$`
  yield* sql`select ensure_history_partitions(7)`

  yield* sql`
    create table check_hour (
      monitor_id bigint not null,
      hour timestamptz not null,
      checks integer not null,
      up integer not null,
      down integer not null,
      response smallint[] not null,
      primary key (monitor_id, hour)
    ) partition by range (hour)`

  // Receives an hour whose month has no partition.
  yield* sql`create table check_hour_default partition of check_hour default`

  // Creates the partitions of the last month and the next ones; several processes may call it at once.
  yield* sql`
    create function ensure_hour_partitions(months_ahead integer) returns integer language plpgsql as $$
    declare
      month date := date_trunc('month', mon_now() at time zone 'UTC')::date - interval '1 month';
      last date := date_trunc('month', mon_now() at time zone 'UTC')::date + months_ahead * interval '1 month';
      made integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('check_hour'));
      while month <= last loop
        if to_regclass('check_hour_' || to_char(month, 'YYYYMM')) is null then
          begin
            execute format(
              'create table %I partition of check_hour for values from (%L) to (%L)',
              'check_hour_' || to_char(month, 'YYYYMM'),
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

  // Drops the months that ended more than `retention_days` days ago.
  yield* sql`
    create function drop_hour_partitions(retention_days integer) returns integer language plpgsql as $$
    declare
      name text;
      dropped integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('check_hour'));
      for name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'check_hour'::regclass and c.relname ~ '^check_hour_[0-9]{6}$'
          and (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC'
            <= mon_now() - retention_days * interval '1 day'
      loop
        execute format('drop table %I', name);
        dropped := dropped + 1;
      end loop;
      delete from check_hour_default where hour < mon_now() - retention_days * interval '1 day';
      return dropped;
    end $$`

  // The 50th, 95th and 99th percentile of the hours that begin in a window, as buckets; null without a successful
  // check.
  yield* sql`
    create function response_percentiles(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns smallint[] language sql stable parallel safe as $$
      select percentile_disc(array[0.5, 0.95, 0.99]) within group (order by bucket)
      from (
        select unnest(response) as bucket from check_hour
        where monitor_id = monitor and hour >= window_start and hour < window_end
        union all
        select unnest(hour_response) from monitor_schedule
        where monitor_id = monitor and hour_at >= window_start and hour_at < window_end
      ) x
    $$`

  // state: 0 unknown, 1 up, 2 down, 3 paused, 4 deleted. A period ends where the next one of the monitor begins.
  yield* sql`
    create table status_period (
      monitor_id bigint not null references monitor (id) on delete cascade,
      since timestamptz not null,
      state smallint not null check (state between 0 and 4),
      primary key (monitor_id, since)
    )`

  yield* sql`
    create table incident (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      started_at timestamptz not null,
      confirmed_at timestamptz not null,
      trigger_status_code smallint,
      trigger_error_code text,
      trigger_error_message text,
      resolved_at timestamptz,
      closed_at timestamptz,
      resolution text check (resolution in ('recovered', 'paused', 'deleted')),
      resolution_status_code smallint,
      trigger_screenshot_url text,
      resolution_screenshot_url text
    )`
  yield* sql`create unique index incident_open on incident (monitor_id) where resolved_at is null`
  yield* sql`create index incident_monitor on incident (monitor_id, started_at desc)`
  yield* sql`create index incident_account on incident (account_id, started_at desc)`

  // Uptime in percent over a window that ends now: time up divided by time up or down. Paused and unknown time is left
  // out.
  yield* sql`
    create function uptime_percent(monitor bigint, window_start timestamptz) returns double precision
    language sql stable parallel safe as $$
      with bounded as (
        select state,
          greatest(since, window_start) as starts,
          lead(since, 1, mon_now()) over (order by since) as ends
        from status_period
        where monitor_id = monitor
          and since >= coalesce(
            (select max(since) from status_period where monitor_id = monitor and since <= window_start),
            '-infinity')
      ), seconds as (
        select state, greatest(extract(epoch from ends - starts), 0) as s from bounded where state in (1, 2)
      )
      select round((100 * sum(s) filter (where state = 1) / nullif(sum(s), 0))::numeric, 4)::double precision
      from (select state, s from seconds union all select 1, 0) x
    $$`

  // The same for a window with an end of its own.
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
})
