/** The tables of check results, in daily and hourly partitions, and of the periods of each state. */
export const history = `
    -- verdict: 0 unknown (the check itself could not be made), 1 up, 2 down. Durations are microseconds.
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
    ) partition by range (checked_at);

    -- Receives a check whose day has no partition.
    create table check_history_default partition of check_history default;

    -- Creates the missing partitions from yesterday to "days_ahead" days ahead; several processes may call it at once.
    -- Partitions belong to the owner of the schema, so that the service itself needs no right to create tables. The
    -- fixed search path keeps others from putting tables of their own in front.
    create function ensure_history_partitions(days_ahead integer) returns integer language plpgsql
    security definer set search_path from current as $$
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
    end $$;
    select ensure_history_partitions(7);
    revoke execute on function ensure_history_partitions(integer) from public;

    -- Drops at most "at_most" days that ended more than "retention_days" days ago.
    create function drop_history_partitions(retention_days integer, at_most integer) returns integer language plpgsql
    security definer set search_path from current as $$
    declare
      name text;
      dropped integer := 0;
    begin
      for name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'check_history'::regclass and c.relname ~ '^check_history_[0-9]{8}$'
          and (to_date(right(c.relname, 8), 'YYYYMMDD') + 1)::timestamp at time zone 'UTC'
            <= mon_now() - retention_days * interval '1 day'
        order by c.relname limit at_most
      loop
        execute format('drop table %I', name);
        dropped := dropped + 1;
      end loop;
      return dropped;
    end $$;
    revoke execute on function drop_history_partitions(integer, integer) from public;

    create table check_hour (
      monitor_id bigint not null,
      hour timestamptz not null,
      checks integer not null,
      up integer not null,
      down integer not null,
      response smallint[] not null,
      primary key (monitor_id, hour)
    ) partition by range (hour);

    -- Receives an hour whose month has no partition.
    create table check_hour_default partition of check_hour default;

    -- Creates the partitions of the last month and the next ones; several processes may call it at once.
    create function ensure_hour_partitions(months_ahead integer) returns integer language plpgsql
    security definer set search_path from current as $$
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
    end $$;
    select ensure_hour_partitions(2);
    revoke execute on function ensure_hour_partitions(integer) from public;

    -- Drops the months that ended more than "retention_days" days ago.
    create function drop_hour_partitions(retention_days integer) returns integer language plpgsql
    security definer set search_path from current as $$
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
    end $$;
    revoke execute on function drop_hour_partitions(integer) from public;

    -- Roll-ups of one row per monitor and day, for timelines of up to 90 days.
    -- hours: 12 values for each hour of the day (UTC) with checks, and 12 for the whole day: the number of the hour (24
    -- for the day), checks, up, down, p50, p95 and p99 of the response time, and the averages of DNS, connect, TLS,
    -- wait and download. Times are logarithmic buckets of microseconds of successful checks, -1 if there is none.
    create table check_day (
      monitor_id bigint not null references monitor (id) on delete cascade,
      day date not null,
      hours smallint[] not null,
      primary key (monitor_id, day)
    );

    -- The 50th, 95th and 99th percentile of the hours that begin in a window, as buckets; null without a successful
    -- check.
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
    $$;

    -- state: 0 unknown, 1 up, 2 down, 3 paused, 4 deleted. A period ends where the next one of the monitor begins.
    create table status_period (
      monitor_id bigint not null references monitor (id) on delete cascade,
      since timestamptz not null,
      state smallint not null check (state between 0 and 4),
      primary key (monitor_id, since)
    );

    -- Times in which no worker checked a domain; they count neither as up nor as down.
    -- A time ends with the check that followed it, or with a pause. Times of one monitor do not overlap.
    create table unwatched_period (
      monitor_id bigint not null references monitor (id) on delete cascade,
      since timestamptz not null,
      until timestamptz not null,
      primary key (monitor_id, since)
    );

    -- The times that overlap a window, and the one that has not ended: a check is late by more than two intervals.
    create function unwatched_periods(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns table (since timestamptz, until timestamptz) language sql stable parallel safe as $$
      select u.since, u.until from unwatched_period u
      where u.monitor_id = monitor and u.until > window_start and u.since < window_end
      union all
      select greatest(coalesce(s.verdict_at, greatest(s.last_checked_at, s.status_changed_at)),
        coalesce(s.verdict_due_at, s.next_at) - s.interval_ms * interval '1 millisecond'), mon_now()
      from monitor_schedule s
      where s.monitor_id = monitor and s.next_at is not null
        and mon_now() > coalesce(s.verdict_due_at, s.next_at) + 2 * s.interval_ms * interval '1 millisecond'
    $$;

    -- The seconds of a window in which no worker checked the monitor.
    create function unwatched_seconds(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      select coalesce(sum(greatest(extract(epoch from least(u.until, window_end, mon_now()) - greatest(u.since, window_start)), 0)), 0)
        ::double precision
      from unwatched_periods(monitor, window_start, window_end) u
    $$;

    -- Uptime in percent over a window that ends now: time up divided by time up or down. Paused and unknown time is
    -- left out.
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
    $$;

    -- The same for a window with an end of its own.
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
    $$;
`
