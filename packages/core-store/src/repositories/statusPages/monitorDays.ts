import { DAYS_SHOWN, type MonitorDay } from "@mon/status-page"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { codeLiteral, periodCodes } from "../monitors/MonitorCodes.ts"
import { inTurns } from "./inTurns.ts"
import { keysIn } from "./monitorConditions.ts"

interface DaysRow {
  readonly key: string
  readonly now: Date
  readonly createdAt: Date
  /** The days with something to count, and the seconds of each. */
  readonly days: ReadonlyArray<string>
  readonly up: ReadonlyArray<number>
  readonly down: ReadonlyArray<number>
  readonly maintenance: ReadonlyArray<number>
}

const DAY_MS = 86_400_000
/** Each has 90 days. */
const MONITORS_OF_A_TURN = 50

/**
 * The days of a monitor since it exists. What is neither up, down nor maintenance was not watched: no worker checked,
 * checks had no verdict, or the monitor was paused.
 */
const daysOf = ({ createdAt, days, down, maintenance, now, up }: DaysRow): ReadonlyArray<MonitorDay> => {
  const places = new Map(days.map((day, place) => [day, place]))
  const today = Math.floor(now.getTime() / DAY_MS)
  const first = Math.max(Math.floor(createdAt.getTime() / DAY_MS), today - DAYS_SHOWN + 1)
  return Array.from({ length: Math.max(0, today - first + 1) }, (_, index) => {
    const start = (first + index) * DAY_MS
    const date = new Date(start).toISOString().slice(0, 10)
    const place = places.get(date) ?? -1
    const passed = (Math.min(now.getTime(), start + DAY_MS) - Math.max(createdAt.getTime(), start)) / 1_000
    const counted = { up: up[place] ?? 0, down: down[place] ?? 0, maintenance: maintenance[place] ?? 0 }
    const unwatched = Math.max(0, passed - counted.up - counted.down - counted.maintenance)
    return { date, ...counted, unwatched }
  })
}

/**
 * The last days of monitors, from the periods of their states without the times that count neither way. Maintenance
 * comes first: a time that is under maintenance and unwatched counts as maintenance. A window that is not published
 * counts as if it did not exist.
 */
export const readDays = (sql: SqlClient.SqlClient, keys: ReadonlyArray<string>) => {
  const up = codeLiteral(sql, periodCodes.up)
  const down = codeLiteral(sql, periodCodes.down)
  const maintenance = sql.literal("-1")
  return Effect.flatMap(
    sql<DaysRow>`
      with clock as materialized (
        select mon_now() as now,
          (date_trunc('day', mon_now() at time zone 'UTC') - ${sql.literal(`interval '${DAYS_SHOWN - 1} days'`)})
            at time zone 'UTC' as starts
      ), shown as materialized (
        select m.id, m.created_at from monitor m where m.id in ${keysIn(sql, keys)}
      ), period as (
        select p.monitor_id, p.state, greatest(p.since, clock.starts) as since,
          lead(p.since, 1, clock.now) over (partition by p.monitor_id order by p.since) as until
        from clock, shown v join status_period p on p.monitor_id = v.id
          and p.since >= coalesce((select max(b.since) from status_period b
            where b.monitor_id = v.id and b.since <= (select starts from clock)), '-infinity')
      ), watched as (
        select monitor_id, state::int as condition, range_agg(tstzrange(since, until)) as ranges
        from period where state in (${up}, ${down}) and until > since group by monitor_id, state
      ), maintained as materialized (
        select v.id as monitor_id,
          range_agg(tstzrange(greatest(p.since, clock.starts), least(p.until, clock.now))) as ranges
        from clock, shown v cross join lateral (
          select window_id, since, until from maintenance_period
          where monitor_id = v.id and until > clock.starts and since < clock.now
          union all
          select window_id, since, until from maintenance_occurrences(v.id, clock.starts, clock.now)
        ) p join maintenance_window w on w.id = p.window_id and w.is_published
        where least(p.until, clock.now) > greatest(p.since, clock.starts) group by v.id
      ), unwatched as materialized (
        select v.id as monitor_id, range_agg(tstzrange(u.since, greatest(u.since, u.until))) as ranges
        from clock, shown v cross join lateral unwatched_periods(v.id, clock.starts, clock.now) u group by v.id
      ), part as (
        select w.monitor_id, w.condition, unnest(w.ranges - coalesce(m.ranges, '{}') - coalesce(u.ranges, '{}')) as r
        from watched w left join maintained m using (monitor_id) left join unwatched u using (monitor_id)
        union all
        select monitor_id, ${maintenance}, unnest(ranges) from maintained
      ), local as (
        select monitor_id, condition, lower(r) at time zone 'UTC' as since, upper(r) at time zone 'UTC' as until from part
      ), daily as (
        select l.monitor_id, d::date as day, l.condition,
          sum(extract(epoch from least(l.until, d + interval '1 day') - greatest(l.since, d)))::float8 as seconds
        from local l cross join lateral generate_series(date_trunc('day', l.since), l.until, interval '1 day') d
        where l.until > d group by 1, 2, 3
      ), days as (
        select monitor_id, day, coalesce(sum(seconds) filter (where condition = ${up}), 0) as up,
          coalesce(sum(seconds) filter (where condition = ${down}), 0) as down,
          coalesce(sum(seconds) filter (where condition = ${maintenance}), 0) as maintenance
        from daily group by monitor_id, day
      )
      select v.id::text as key, clock.now, v.created_at as "createdAt",
        coalesce(array_agg(d.day::text) filter (where d.day is not null), '{}') as days,
        coalesce(array_agg(d.up) filter (where d.day is not null), '{}') as up,
        coalesce(array_agg(d.down) filter (where d.day is not null), '{}') as down,
        coalesce(array_agg(d.maintenance) filter (where d.day is not null), '{}') as maintenance
      from clock, shown v left join days d on d.monitor_id = v.id
      group by v.id, clock.now, v.created_at`,
    (rows) =>
      Effect.map(
        inTurns(rows, MONITORS_OF_A_TURN, (row) => [row.key, daysOf(row)] as const),
        (days) => new Map(days)
      )
  )
}
