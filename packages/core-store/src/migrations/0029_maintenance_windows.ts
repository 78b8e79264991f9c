import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Maintenance windows, what they suppress, and a pause of alerts that ends by itself. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // All locks at the beginning, so that statements of running programs cannot deadlock with the rest.
  yield* sql`lock table account in access exclusive mode`
  yield* sql`lock table incident, notification in access exclusive mode`

  // A pause without this time ends when somebody ends it.
  yield* sql`alter table account add column notifications_paused_until timestamptz`
  yield* sql`
    create index account_paused_until on account (notifications_paused_until)
    where notifications_paused_until is not null`

  // recurrence: an RRULE of RFC 5545, whose clock times are those of the time zone; null: one occurrence.
  // expanded_until: occurrences are written up to this time; infinity: there are no more. ended_at: the last occurrence
  // is over, or somebody deleted the window. is_stopped: the plan allows fewer windows.
  yield* sql`
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
      deleted_at timestamptz
    )`
  yield* sql`create index maintenance_window_account on maintenance_window (account_id, id desc)`
  yield* sql`create index maintenance_window_expanded on maintenance_window (expanded_until) where ended_at is null`

  yield* sql`
    create table maintenance_monitor (
      window_id bigint not null references maintenance_window (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      primary key (window_id, monitor_id)
    )`
  yield* sql`create index maintenance_monitor_monitor on maintenance_monitor (monitor_id)`
  yield* sql`
    create table maintenance_tag (
      window_id bigint not null references maintenance_window (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      primary key (window_id, tag_id)
    )`
  yield* sql`create index maintenance_tag_tag on maintenance_tag (tag_id)`

  // The coming occurrences, and the one that is active. One that is over becomes a period of each monitor.
  yield* sql`
    create table maintenance_occurrence (
      window_id bigint not null references maintenance_window (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      primary key (window_id, starts_at)
    )`
  yield* sql`create index maintenance_occurrence_account on maintenance_occurrence (account_id, ends_at)`
  yield* sql`create index maintenance_occurrence_end on maintenance_occurrence (ends_at)`

  // What a window has covered. Later changes of the window or of tags do not change it.
  yield* sql`
    create table maintenance_period (
      monitor_id bigint not null references monitor (id) on delete cascade,
      since timestamptz not null,
      until timestamptz not null,
      window_id bigint not null references maintenance_window (id) on delete cascade,
      primary key (monitor_id, since, window_id)
    )`
  yield* sql`create index maintenance_period_window on maintenance_period (window_id)`
  yield* sql`create index maintenance_period_age on maintenance_period (until)`

  // maintenance_id: the window in which the incident began, or that suppressed the notification. Not a foreign key,
  // which would scan these large tables. is_unannounced: nobody was notified of the incident for this reason.
  // announced_at: when a suppressed notification was announced after all.
  yield* sql`
    alter table incident add column maintenance_id bigint, add column is_unannounced boolean not null default false`
  yield* sql`alter table notification add column maintenance_id bigint, add column announced_at timestamptz`

  // Suppressed notifications that are sent at the end of the maintenance if they are still true.
  yield* sql`
    create table maintenance_waiting (
      notification_id bigint primary key,
      monitor_id bigint not null references monitor (id) on delete cascade
    )`
  yield* sql`create index maintenance_waiting_monitor on maintenance_waiting (monitor_id)`

  // Whether a window covers a monitor, whatever the time.
  yield* sql`
    create function maintenance_covers(window_id bigint, covers_account boolean, monitor bigint) returns boolean
    language sql stable parallel safe as $$
      select covers_account
        or exists (select from maintenance_monitor c where c.window_id = $1 and c.monitor_id = $3)
        or exists (select from maintenance_tag c join monitor_tag t on t.tag_id = c.tag_id
          where c.window_id = $1 and t.monitor_id = $3)
    $$`

  // The occurrences of windows of an account that overlap a time range and cover a monitor.
  yield* sql`
    create function maintenance_occurrences(monitor bigint, range_start timestamptz, range_end timestamptz)
    returns table (window_id bigint, since timestamptz, until timestamptz) language sql stable parallel safe as $$
      select o.window_id, o.starts_at, o.ends_at
      from monitor m
      join maintenance_occurrence o on o.account_id = m.account_id and o.ends_at > range_start and o.starts_at < range_end
      join maintenance_window w on w.id = o.window_id
      where m.id = monitor and w.deleted_at is null and not w.is_stopped
        and maintenance_covers(w.id, w.covers_account, m.id)
    $$`

  // The window that covers a monitor at a time, the first of several. Null: none.
  yield* sql`
    create function maintenance_at(monitor bigint, at timestamptz) returns bigint language sql stable parallel safe as $$
      select min(window_id) from (
        select o.window_id from maintenance_occurrences(monitor, at, at + interval '1 microsecond') o
        union all
        select p.window_id from maintenance_period p
        where p.monitor_id = monitor and p.since <= at and p.until > at
      ) x
    $$`

  // The end of the maintenance of a monitor that is active at a time. Windows that overlap or touch count as one.
  yield* sql`
    create function maintenance_end(monitor bigint, at timestamptz) returns timestamptz
    language sql stable parallel safe as $$
      select upper(r) from (
        select unnest(range_agg(tstzrange(o.since, o.until))) as r from maintenance_occurrences(monitor, at, 'infinity') o
      ) x where r @> at
    $$`

  // The parts of a time range, up to now, in which a monitor was under maintenance. They neither overlap nor touch.
  yield* sql`
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
    $$`

  yield* sql`
    create function maintenance_seconds(monitor bigint, range_start timestamptz, range_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      select coalesce(sum(extract(epoch from until - since)), 0)::double precision
      from maintenance_periods(monitor, range_start, range_end)
    $$`

  // The seconds of a time range that count neither as up nor as down: unwatched or under maintenance.
  yield* sql`
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
    $$`

  // As before, without the time under maintenance. An account without windows gets the same results as before.
  yield* sql`
    create or replace function watched_uptimes(monitor bigint, window_starts timestamptz[], window_end timestamptz)
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
    $$`

  // A trigger, so that every statement that opens an incident decides in its own transaction.
  yield* sql`
    create function mark_maintenance_of_incident() returns trigger language plpgsql as $$
    begin
      if maintenance_at(new.monitor_id, mon_now()) is not null then
        new.maintenance_id := maintenance_at(new.monitor_id, new.started_at);
        new.is_unannounced := new.maintenance_id is not null;
      end if;
      return new;
    end $$`
  yield* sql`
    create trigger mark_maintenance before insert on incident
    for each row execute function mark_maintenance_of_incident()`

  // Its statements see what other transactions have committed, also while the statement that writes the fact waited
  // for a row: an incident that was announced meanwhile is also resolved aloud. What ends follows what began: both are
  // sent or none. A deadline is no effect of maintenance, so it is sent.
  yield* sql`
    create function suppress_in_maintenance() returns trigger language plpgsql as $$
    declare
      found bigint;
      waiting bigint;
    begin
      if new.kind in ('down', 'up') then
        select i.maintenance_id into found from incident i where i.id = new.incident_id and i.is_unannounced;
      elsif new.kind in ('recovered', 'email_health_recovery') then
        select n.id, n.maintenance_id into waiting, found
        from maintenance_waiting w join notification n on n.id = w.notification_id
        where w.monitor_id = new.monitor_id
          and n.kind = case new.kind when 'recovered' then 'degraded' else 'email_health_alert' end
        order by n.id desc limit 1 for update of w;
        delete from maintenance_waiting where notification_id = waiting;
      elsif new.kind in
        ('degraded', 'page_changed', 'page_error', 'dns_changed', 'certificate_invalid', 'email_health_alert') then
        found := maintenance_at(new.monitor_id, mon_now());
      end if;
      if found is not null then
        new.status := 'suppressed';
        new.maintenance_id := found;
        if new.kind in ('down', 'degraded', 'page_error', 'certificate_invalid', 'email_health_alert') then
          insert into maintenance_waiting (notification_id, monitor_id) values (new.id, new.monitor_id)
          on conflict do nothing;
        end if;
      end if;
      return new;
    end $$`
  yield* sql`
    create trigger suppress_in_maintenance before insert on notification
    for each row when (new.status = 'pending' and new.monitor_id is not null) execute function suppress_in_maintenance()`

  yield* compatibleSince(12)
})
