import {
  type ComponentState,
  componentState,
  DAYS_SHOWN,
  type MonitorCondition,
  type MonitorDay
} from "@mon/status-page"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { codeLiteral, isFailed, kindOf, periodCodes, stateOf } from "../../monitors/statements/MonitorCodes.ts"
import { isUnwatched as unwatchedNow } from "../../monitors/statements/unwatched.sql.ts"
import type { LayoutComponent } from "./PageLayout.ts"
import { inTurns } from "./inTurns.ts"

/** The time since which the state has lasted is known only for monitors with verdicts. */
export interface ConditionRow {
  readonly key: string
  readonly name: string
  readonly kind: number
  readonly state: number
  readonly isDegraded: boolean
  readonly isPaused: boolean
  readonly isUnwatched: boolean
  readonly since: Date | null
  readonly isInMaintenance: boolean
  readonly createdAt: Date
}

export const keysIn = (sql: SqlClient.SqlClient, keys: ReadonlyArray<string>) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb)::bigint)`

/** Leaves out unpublished windows and remarks about the content, because readers must not see them. */
export const readConditions = (sql: SqlClient.SqlClient, accountKey: string, keys: ReadonlyArray<string>) =>
  sql<ConditionRow>`
    with active as materialized (
      select o.window_id, w.covers_account from maintenance_occurrence o join maintenance_window w on w.id = o.window_id
      where o.account_id = ${accountKey}::bigint and o.ends_at > mon_now() and o.starts_at <= mon_now()
        and w.deleted_at is null and not w.is_stopped and w.is_published
    )
    select m.id::text as key, m.name, m.kind, s.state,
      s.is_degraded and not exists (
        select from monitor_facts f where f.monitor_id = m.id and f.content_fault is not null) as "isDegraded", m.paused_at is not null as "isPaused",
      ${sql.literal(unwatchedNow("s", "mon_now()"))} as "isUnwatched",
      coalesce(m.paused_at, s.status_changed_at) as since, m.created_at as "createdAt",
      exists (select from active o where maintenance_covers(o.window_id, o.covers_account, m.id)) as "isInMaintenance"
    from monitor m join monitor_schedule s on s.monitor_id = m.id
    where m.id in ${keysIn(sql, keys)} and m.deleted_at is null order by m.kind, m.id`

const shownState = ({ isDegraded, isPaused, isUnwatched, kind, state }: ConditionRow): MonitorCondition["state"] => {
  if (isPaused) return "paused"
  if (isUnwatched) return "unknown"
  const own = stateOf(kindOf(kind), state)
  if (isFailed(kindOf(kind), own)) return "down"
  if (own === "unknown") return "unknown"
  return isDegraded ? "degraded" : "up"
}

export const conditionOf = (row: ConditionRow): MonitorCondition => ({
  state: shownState(row),
  isInMaintenance: row.isInMaintenance
})

export const monitorsOf = (
  { monitorKeys }: Pick<LayoutComponent, "monitorKeys">,
  conditions: ReadonlyMap<string, ConditionRow>
): ReadonlyArray<ConditionRow> => monitorKeys.flatMap((key) => conditions.get(key) ?? [])

export const stateOfComponent = (
  component: Pick<LayoutComponent, "monitorKeys" | "overrideState">,
  conditions: ReadonlyMap<string, ConditionRow>,
  isInPostedMaintenance: boolean
): ComponentState =>
  componentState({
    override: component.overrideState,
    isInPostedMaintenance,
    monitors: monitorsOf(component, conditions).map(conditionOf)
  })

const CAUSES: Partial<Record<ComponentState, MonitorCondition["state"]>> = {
  major_outage: "down",
  partial_outage: "down",
  degraded_performance: "degraded"
}

/**
 * Returns the time since which a component has had its current state. A bad state has lasted since the first monitor of
 * the component got into that state, and a good state since the last monitor changed. Returns null if the time is not
 * known.
 */
export const stateSince = (
  { monitorKeys, overrideAt, overrideState }: Pick<LayoutComponent, "monitorKeys" | "overrideAt" | "overrideState">,
  state: ComponentState,
  conditions: ReadonlyMap<string, ConditionRow>
): Date | null => {
  if (overrideState !== null) return overrideAt
  if (state === "under_maintenance") return null
  const cause = CAUSES[state]
  const rows = monitorsOf({ monitorKeys }, conditions).filter((row) => cause === undefined || shownState(row) === cause)
  const times = rows.flatMap(({ since }) => (since === null ? [] : [since.getTime()]))
  if (times.length === 0) return null
  return new Date(cause === undefined ? Math.max(...times) : Math.min(...times))
}

interface DaysRow {
  readonly key: string
  readonly now: Date
  readonly createdAt: Date
  /** The days with any counted time. The lists of seconds have one element for each of these days. */
  readonly days: ReadonlyArray<string>
  readonly up: ReadonlyArray<number>
  readonly down: ReadonlyArray<number>
  readonly maintenance: ReadonlyArray<number>
}

const DAY_MS = 86_400_000
/** The number of monitors that are processed before other work can run. Each monitor has up to 90 days. */
const MONITORS_OF_A_TURN = 50

/**
 * Returns the days of a monitor since it was created. Time that is neither up, down nor maintenance was not watched: no
 * worker checked, checks had no verdict, or the monitor was paused.
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
 * Reads the last days of monitors, from the periods of their states minus the time that counts neither as uptime nor as
 * downtime. Maintenance takes precedence: unwatched time in a maintenance window counts as maintenance. Ignores
 * unpublished windows.
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
