/** The functions that no trigger uses. */
export const functions = `
    create function next_on_grid(period_ms bigint, phase bigint, after timestamptz) returns timestamptz
    language sql immutable parallel safe as $$
      select to_timestamp((
        (floor((extract(epoch from after) * 1000 - phase % period_ms) / period_ms) + 1) * period_ms + phase % period_ms
      ) / 1000.0)
    $$;
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
    create function settle_notifications(keys bigint[]) returns void language plpgsql as $$
    begin
      perform 1 from notification where id = any(keys) order by id for update;
      update notification n set status = s.status, sent_at = coalesce(n.sent_at, s.sent_at)
      from (
        select notification_id, case
            when bool_or(status = 'pending') then 'pending'
            when bool_or(status = 'sent') then 'sent'
            when bool_or(status = 'failed') then 'failed'
            else 'suppressed' end as status,
          min(settled_at) filter (where status = 'sent') as sent_at
        from notification_delivery where notification_id = any(keys) group by notification_id
      ) s
      where n.id = s.notification_id and (n.status, n.sent_at) is distinct from (s.status, coalesce(n.sent_at, s.sent_at));
    end $$;
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
    revoke execute on function ensure_history_partitions(integer) from public;
    revoke execute on function ensure_hour_partitions(integer) from public;
    revoke execute on function drop_history_partitions(integer, integer) from public;
    revoke execute on function drop_hour_partitions(integer) from public;
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
    create function unwatched_seconds(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      select coalesce(sum(greatest(extract(epoch from least(u.until, window_end, mon_now()) - greatest(u.since, window_start)), 0)), 0)
        ::double precision
      from unwatched_periods(monitor, window_start, window_end) u
    $$;
    create function maintenance_covers(window_id bigint, covers_account boolean, monitor bigint) returns boolean
    language sql stable parallel safe as $$
      select covers_account
        or exists (select from maintenance_monitor c where c.window_id = $1 and c.monitor_id = $3)
        or exists (select from maintenance_tag c join monitor_tag t on t.tag_id = c.tag_id
          where c.window_id = $1 and t.monitor_id = $3)
    $$;
    create function maintenance_occurrences(monitor bigint, range_start timestamptz, range_end timestamptz)
    returns table (window_id bigint, since timestamptz, until timestamptz) language sql stable parallel safe as $$
      select o.window_id, o.starts_at, o.ends_at
      from monitor m
      join maintenance_occurrence o on o.account_id = m.account_id and o.ends_at > range_start and o.starts_at < range_end
      join maintenance_window w on w.id = o.window_id
      where m.id = monitor and w.deleted_at is null and not w.is_stopped
        and maintenance_covers(w.id, w.covers_account, m.id)
    $$;
    create function maintenance_periods(monitor bigint, range_start timestamptz, range_end timestamptz)
    returns table (since timestamptz, until timestamptz) language sql stable parallel safe as $$
      select lower(r), upper(r) from (
        select unnest(range_agg(tstzrange(greatest(x.since, range_start), least(x.until, range_end, mon_now())))) as r
        from (
          select p.since, p.until from maintenance_period p
          where p.monitor_id = monitor and p.until > range_start and p.since < range_end
          union all
          select o.since, o.until from maintenance_occurrences(monitor, range_start, least(range_end, mon_now())) o
        ) x
        where least(x.until, range_end, mon_now()) > greatest(x.since, range_start)
      ) y
    $$;
    create function watched_uptimes(monitor bigint, window_starts timestamptz[], window_end timestamptz)
    returns double precision[] language sql stable parallel safe as $$
      with earliest as materialized (
        select min(start) as start from unnest(window_starts) w(start)
      ), excluded as materialized (
        select lower(r) as since, upper(r) as until from (
          select unnest(range_agg(tstzrange(x.since, x.until))) as r from (
            select u.since, u.until from earliest e, unwatched_periods(monitor, e.start, window_end) u
            union all
            select p.since, p.until from earliest e, maintenance_periods(monitor, e.start, window_end) p
          ) x where x.until > x.since
        ) y
      ), period as materialized (
        select state, since, least(lead(since, 1, 'infinity') over (order by since), window_end, mon_now()) as until
        from status_period
        where monitor_id = monitor and since < window_end
          and since >= coalesce(
            (select max(p.since) from status_period p, earliest e where p.monitor_id = monitor and p.since <= e.start),
            '-infinity')
      ), seconds as (
        select w.n, p.state, greatest(0, extract(epoch from p.until - b.starts) - coalesce(
          (select sum(extract(epoch from least(u.until, p.until) - greatest(u.since, b.starts)))
            from excluded u where u.until > b.starts and u.since < p.until), 0)) as s
        from unnest(window_starts) with ordinality w(start, n)
        cross join period p cross join lateral (select greatest(p.since, w.start) as starts) b
        where p.state in (1, 2) and p.until > b.starts
      )
      select array_agg(x.uptime order by x.n) from (
        select w.n, round((100 * coalesce(sum(s.s) filter (where s.state = 1), 0) / nullif(sum(s.s), 0))::numeric, 4)
          ::double precision as uptime
        from unnest(window_starts) with ordinality w(start, n) left join seconds s on s.n = w.n
        group by w.n
      ) x
    $$;
    create function watched_uptime(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      select (watched_uptimes(monitor, array[window_start], window_end))[1]
    $$;
    create function monitor_usage(account bigint, kind_code smallint, target text, out used int, out duplicate boolean)
    language plpgsql volatile as $$
    begin
      select count(*)::int, coalesce(bool_or(m.dedupe_key = target), false) into used, duplicate
      from monitor m where m.account_id = account and m.kind = kind_code and m.deleted_at is null;
    end $$;
    create function mon_signal(kind text, account bigint, monitor bigint, id uuid, person bigint) returns void
    language sql as $$
      select pg_notify('mon_event', concat_ws(' ', kind, coalesce(account::text, '-'), coalesce(monitor::text, '-'),
        coalesce(id::text, '-'), coalesce(person::text, '-')))
    $$;
    create function maintenance_at(monitor bigint, at timestamptz) returns bigint language sql stable parallel safe as $$
      select min(window_id) from (
        select o.window_id from maintenance_occurrences(monitor, at, at + interval '1 microsecond') o
        union all
        select p.window_id from maintenance_period p
        where p.monitor_id = monitor and p.since <= at and p.until > at
      ) x
    $$;
    create function maintenance_end(monitor bigint, at timestamptz) returns timestamptz
    language sql stable parallel safe as $$
      select upper(r) from (
        select unnest(range_agg(tstzrange(o.since, o.until))) as r from maintenance_occurrences(monitor, at, 'infinity') o
      ) x where r @> at
    $$;
    create function maintenance_seconds(monitor bigint, range_start timestamptz, range_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      select coalesce(sum(extract(epoch from until - since)), 0)::double precision
      from maintenance_periods(monitor, range_start, range_end)
    $$;
    create function excluded_seconds(monitor bigint, range_start timestamptz, range_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0)::double precision from (
        select unnest(range_agg(tstzrange(greatest(x.since, range_start), least(x.until, range_end, mon_now())))) as r
        from (
          select since, until from unwatched_periods(monitor, range_start, range_end)
          union all
          select since, until from maintenance_periods(monitor, range_start, range_end)
        ) x
        where least(x.until, range_end, mon_now()) > greatest(x.since, range_start)
      ) y
    $$;
    create function monitor_name_servers(monitor bigint) returns text language sql stable as $$
      with known (names) as (
        select coalesce(
          (select w.state #> '{sets,NS,records}' from dns_watch w where w.monitor_id = monitor
            and jsonb_typeof(w.state #> '{sets,NS,records}') = 'array' and jsonb_array_length(w.state #> '{sets,NS,records}') > 0),
          (select r.registration -> 'nameServers' from monitor_registration mr join registration r on r.domain = mr.domain
            where mr.monitor_id = monitor and jsonb_typeof(r.registration -> 'nameServers') = 'array'),
          '[]'::jsonb)
      )
      select string_agg(distinct rtrim(lower(name), '.'), ', ' order by rtrim(lower(name), '.'))
      from known, jsonb_array_elements_text(names) as server (name)
    $$;
`
