import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Times in which no worker checked a domain; they count neither as up nor as down. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A time ends with the check that followed it, or with a pause. Times of one monitor do not overlap.
  yield* sql`
    create table unwatched_period (
      monitor_id bigint not null references monitor (id) on delete cascade,
      since timestamptz not null,
      until timestamptz not null,
      primary key (monitor_id, since)
    )`

  // The times that overlap a window, and the one that has not ended: a check is late by more than two intervals.
  yield* sql`
    create function unwatched_periods(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns table (since timestamptz, until timestamptz) language sql stable parallel safe as $$
      select u.since, u.until from unwatched_period u
      where u.monitor_id = monitor and u.until > window_start and u.since < window_end
      union all
      select greatest(s.last_checked_at, s.status_changed_at, s.next_at - s.interval_ms * interval '1 millisecond'), mon_now()
      from monitor_schedule s
      where s.monitor_id = monitor and mon_now() > s.next_at + 2 * s.interval_ms * interval '1 millisecond'
    $$`

  // The seconds of a window in which no worker checked the monitor.
  yield* sql`
    create function unwatched_seconds(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      select coalesce(sum(greatest(extract(epoch from least(u.until, window_end, mon_now()) - greatest(u.since, window_start)), 0)), 0)
        ::double precision
      from unwatched_periods(monitor, window_start, window_end) u
    $$`

  // Uptime in percent over windows that end at the same time: time up divided by time up or down. Paused, unknown and
  // unwatched time is left out.
  yield* sql`
    create function watched_uptimes(monitor bigint, window_starts timestamptz[], window_end timestamptz)
    returns double precision[] language sql stable parallel safe as $$
      with earliest as materialized (
        select min(start) as start from unnest(window_starts) w(start)
      ), unwatched as materialized (
        select u.since, u.until from earliest e, unwatched_periods(monitor, e.start, window_end) u
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
            from unwatched u where u.until > b.starts and u.since < p.until), 0)) as s
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

  yield* sql`
    create function watched_uptime(monitor bigint, window_start timestamptz, window_end timestamptz)
    returns double precision language sql stable parallel safe as $$
      select (watched_uptimes(monitor, array[window_start], window_end))[1]
    $$`

  yield* compatibleSince(12)
})
