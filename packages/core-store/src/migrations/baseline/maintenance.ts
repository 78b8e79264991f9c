/** The tables of maintenance windows and the monitors that they cover, and the uptime without maintenance. */
export const maintenance = `
    -- recurrence: an RRULE of RFC 5545, whose clock times are those of the time zone; null: one occurrence.
    -- expanded_until: occurrences are written up to this time; infinity: there are no more. ended_at: the last
    -- occurrence is over, or somebody deleted the window. is_stopped: the plan allows fewer windows.
    create table maintenance_window (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      name text not null,
      covers_account boolean not null default false,
      starts_at timestamptz not null,
      minutes integer not null check (minutes > 0),
      timezone text not null,
      recurrence text,
      is_stopped boolean not null default false,
      expanded_until timestamptz not null,
      created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now(),
      ended_at timestamptz,
      deleted_at timestamptz,
      -- How often readers of a calendar would have seen another version of the window.
      revision integer not null default 0,
      is_published boolean not null default true
    );
    create index maintenance_window_account on maintenance_window (account_id, id desc);
    create index maintenance_window_expanded on maintenance_window (expanded_until) where ended_at is null;

    create table maintenance_monitor (
      window_id bigint not null references maintenance_window (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      primary key (window_id, monitor_id)
    );
    create index maintenance_monitor_monitor on maintenance_monitor (monitor_id);

    create table maintenance_tag (
      window_id bigint not null references maintenance_window (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      primary key (window_id, tag_id)
    );
    create index maintenance_tag_tag on maintenance_tag (tag_id);

    -- The coming occurrences, and the one that is active. One that is over becomes a period of each monitor.
    create table maintenance_occurrence (
      window_id bigint not null references maintenance_window (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      primary key (window_id, starts_at)
    );
    create index maintenance_occurrence_account on maintenance_occurrence (account_id, ends_at);
    create index maintenance_occurrence_end on maintenance_occurrence (ends_at);

    -- A window begins and ends without a change of a row.
    create index maintenance_occurrence_start on maintenance_occurrence (starts_at);

    -- What a window has covered. Later changes of the window or of tags do not change it.
    create table maintenance_period (
      monitor_id bigint not null references monitor (id) on delete cascade,
      since timestamptz not null,
      until timestamptz not null,
      window_id bigint not null references maintenance_window (id) on delete cascade,
      primary key (monitor_id, since, window_id)
    );
    create index maintenance_period_window on maintenance_period (window_id);
    create index maintenance_period_age on maintenance_period (until);

    -- Suppressed notifications that are sent at the end of the maintenance if they are still true.
    create table maintenance_waiting (
      notification_id bigint primary key,
      monitor_id bigint not null references monitor (id) on delete cascade
    );
    create index maintenance_waiting_monitor on maintenance_waiting (monitor_id);

    -- Whether a window covers a monitor, whatever the time.
    create function maintenance_covers(window_id bigint, covers_account boolean, monitor bigint) returns boolean
    language sql stable parallel safe as $$
      select covers_account
        or exists (select from maintenance_monitor c where c.window_id = $1 and c.monitor_id = $3)
        or exists (select from maintenance_tag c join monitor_tag t on t.tag_id = c.tag_id
          where c.window_id = $1 and t.monitor_id = $3)
    $$;

    -- The occurrences of windows of an account that overlap a time range and cover a monitor.
    create function maintenance_occurrences(monitor bigint, range_start timestamptz, range_end timestamptz)
    returns table (window_id bigint, since timestamptz, until timestamptz) language sql stable parallel safe as $$
      select o.window_id, o.starts_at, o.ends_at
      from monitor m
      join maintenance_occurrence o on o.account_id = m.account_id and o.ends_at > range_start and o.starts_at < range_end
      join maintenance_window w on w.id = o.window_id
      where m.id = monitor and w.deleted_at is null and not w.is_stopped
        and maintenance_covers(w.id, w.covers_account, m.id)
    $$;

    -- The window that covers a monitor at a time, the first of several. Null: none.
    create function maintenance_at(monitor bigint, at timestamptz) returns bigint language sql stable parallel safe as $$
      select min(window_id) from (
        select o.window_id from maintenance_occurrences(monitor, at, at + interval '1 microsecond') o
        union all
        select p.window_id from maintenance_period p
        where p.monitor_id = monitor and p.since <= at and p.until > at
      ) x
    $$;

    -- The end of the maintenance of a monitor that is active at a time. Windows that overlap or touch count as one.
    create function maintenance_end(monitor bigint, at timestamptz) returns timestamptz
    language sql stable parallel safe as $$
      select upper(r) from (
        select unnest(range_agg(tstzrange(o.since, o.until))) as r from maintenance_occurrences(monitor, at, 'infinity') o
      ) x where r @> at
    $$;

    -- The parts of a time range, up to now, in which a monitor was under maintenance. They neither overlap nor touch.
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

    create function maintenance_seconds(monitor bigint, range_start timestamptz, range_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      select coalesce(sum(extract(epoch from until - since)), 0)::double precision
      from maintenance_periods(monitor, range_start, range_end)
    $$;

    -- The seconds of a time range that count neither as up nor as down: unwatched or under maintenance.
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

    -- Uptime in percent over windows that end at the same time: time up divided by time up or down. Paused, unknown and
    -- unwatched time and time under maintenance is left out. Rounded down, so that one second in 90 days does not show
    -- as 100 percent.
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
        select w.n, trunc((100 * coalesce(sum(s.s) filter (where s.state = 1), 0) / nullif(sum(s.s), 0))::numeric, 4)
          ::double precision as uptime
        from unnest(window_starts) with ordinality w(start, n) left join seconds s on s.n = w.n
        group by w.n
      ) x
    $$;

    create function watched_uptime(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      select (watched_uptimes(monitor, array[window_start], window_end))[1]
    $$;

    create function count_window_revision() returns trigger language plpgsql as $$
    begin
      new.revision := old.revision + 1;
      return new;
    end $$;
    create trigger count_revision before update on maintenance_window for each row
    when ((old.name, old.starts_at, old.minutes, old.timezone, old.recurrence, old.covers_account, old.deleted_at)
      is distinct from (new.name, new.starts_at, new.minutes, new.timezone, new.recurrence, new.covers_account, new.deleted_at))
    execute function count_window_revision();

    create function signal_maintenance() returns trigger language plpgsql as $$
    begin
      perform mon_signal('maintenance', new.account_id, null, new.public_id, null);
      return null;
    end $$;
    create trigger signal_maintenance after insert or update on maintenance_window
    for each row execute function signal_maintenance();
`
