import type { ReportDomain } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { toResponseTime } from "../rollups/ResponseBucket.ts"
import type { ReportWeek, WeeklyReports } from "./WeeklyReports.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"
import { codeLiteral, domainStateCodes } from "../monitors/MonitorCodes.ts"

interface Row extends Omit<ReportDomain, "responseP95Ms" | "responseP95MsBefore" | "longestDownAt"> {
  readonly response: ReadonlyArray<number> | null
  readonly response_before: ReadonlyArray<number> | null
  readonly longest_at: Date | null
}

/**
 * Downtimes that overlap a time range, each limited to it and without the time in which nobody checked, or in
 * maintenance windows. One that nobody was notified of because of maintenance does not count.
 */
const downtimes = (sql: SqlClient.SqlClient) =>
  sql`
    select count(*)::int as n, coalesce(round(sum(s)), 0)::int as down, coalesce(round(max(s)), 0)::int as longest,
      (array_agg(starts order by s desc, starts))[1] as longest_at,
      (array_agg(id order by s desc, starts))[1] as longest_id
    from (
      select i.id, greatest(i.started_at, w.starts) as starts,
        greatest(extract(epoch from ends - greatest(i.started_at, w.starts))
          - excluded_seconds(m.id, greatest(i.started_at, w.starts), ends), 0)::float8 as s
      from incident i, lateral (select least(coalesce(i.resolved_at, 'infinity'), w.ends, mon_now()) as ends) e
      where i.monitor_id = m.id and not i.is_unannounced
        and i.started_at < w.ends and coalesce(i.resolved_at, 'infinity') > w.starts
    ) x`

/**
 * The last complete result before the end of the week, and the last one before its start under the same rules. None
 * while the check is off.
 */
const grades = (sql: SqlClient.SqlClient) =>
  sql`
    select last.grade, (
      select h.grade from email_health_history h
      where h.monitor_id = m.id and h.checked_at < w.starts and not h.incomplete
        and h.rubric_version is not distinct from last.rubric_version
      order by h.checked_at desc limit 1
    ) as grade_before
    from email_health_history last
    where m.email_health_enabled and last.monitor_id = m.id and last.checked_at < w.ends and not last.incomplete
    order by last.checked_at desc limit 1`

/**
 * Checks made in whole hours without a change of settings, and how many are missing of those that the interval
 * requires. One less is required, because a check may fall just outside the range.
 */
const checks = (sql: SqlClient.SqlClient) =>
  sql`
    select coalesce(sum(h.checks), 0)::int as made,
      greatest(floor(coalesce(watched.seconds, 0) * 1000 / s.interval_ms) - 1
        - coalesce(sum(h.checks) filter (where h.hour >= settled.starts), 0), 0)::int as missed
    from (
      select least(w.ends, greatest(w.starts,
        date_trunc('hour', greatest(m.created_at, m.updated_at) at time zone 'UTC') at time zone 'UTC' + interval '1 hour')) as starts
    ) settled
    cross join lateral (
      select extract(epoch from sum(greatest(least(ends, w.ends) - greatest(since, settled.starts), interval '0')))::float8 as seconds
      from (
        select p.since, p.state, lead(p.since, 1, 'infinity') over (order by p.since) as ends
        from status_period p where p.monitor_id = m.id and p.since < w.ends
      ) p where p.state in (${codeLiteral(sql, domainStateCodes.unknown)}, ${codeLiteral(sql, domainStateCodes.up)}, ${codeLiteral(sql, domainStateCodes.down)}) and p.ends > settled.starts
    ) watched
    left join (
      select hour, checks from check_hour where monitor_id = m.id and hour >= w.starts and hour < w.ends
      union all
      select hour_at, hour_checks from monitor_schedule where monitor_id = m.id and hour_at >= w.starts and hour_at < w.ends
    ) h on true
    group by watched.seconds, settled.starts`

const weekOf = (sql: SqlClient.SqlClient, { from, to }: ReportWeek) =>
  sql`select ${from}::timestamptz as starts, ${to}::timestamptz as ends, ${from}::timestamptz - (${to}::timestamptz - ${from}::timestamptz) as before`

export const domainWeeks = (sql: SqlClient.SqlClient): WeeklyReports["Service"]["domains"] =>
  operation("WeeklyReports.domains", function* ({ viewer, week }) {
    const rows = yield* sql<Row>`
      select m.public_id as id, m.name, m.url, m.paused_at is not null as "isPaused",
        m.paused_at is null and s.state = ${codeLiteral(sql, domainStateCodes.down)} as "isDown",
        exists (select 1 from notification n where n.monitor_id = m.id and n.kind = 'flapping'
          and n.created_at >= w.starts and n.created_at < w.ends) as "isFlapping",
        watched_uptime(m.id, w.starts, w.ends) as "uptimePercent",
        watched_uptime(m.id, w.before, w.starts) as "uptimePercentBefore",
        response_percentiles(m.id, w.starts, w.ends) as response,
        response_percentiles(m.id, w.before, w.starts) as response_before,
        d.n as incidents, d.down as "downSeconds", d.longest as "longestDownSeconds", d.longest_at,
        (select r.cause from incident_repair r where r.incident_id = d.longest_id) as "longestDownCause",
        b.n as "incidentsBefore",
        (f.ssl ->> 'valid')::boolean as "certificateValid",
        floor(extract(epoch from (f.ssl ->> 'validTo')::timestamptz - mon_now()) / 86400)::int as "certificateDaysLeft",
        floor(extract(epoch from (f.domain_expiry ->> 'expiresAt')::timestamptz - mon_now()) / 86400)::int as "domainDaysLeft",
        g.grade as "emailGrade", g.grade_before as "emailGradeBefore",
        round(maintenance_seconds(m.id, w.starts, w.ends))::int as "maintenanceSeconds", l.made as checks, l.missed as "checksMissed"
      from (${weekOf(sql, week)}) w
      cross join monitor m
      join monitor_schedule s on s.monitor_id = m.id
      left join monitor_facts f on f.monitor_id = m.id
      left join lateral (${grades(sql)}) g on true
      cross join lateral (${downtimes(sql)}) d
      cross join lateral (select count(*)::int as n from incident i
        where i.monitor_id = m.id and not i.is_unannounced and i.started_at < w.starts and coalesce(i.resolved_at, 'infinity') > w.before) b
      cross join lateral (${checks(sql)}) l
      where ${visibleDomains(sql, viewer)} and m.created_at < w.ends
      order by m.id`
    return rows.map(({ longest_at, response, response_before, ...row }) => ({
      ...row,
      longestDownAt: longest_at?.toISOString() ?? null,
      responseP95Ms: toResponseTime(response)?.p95 ?? null,
      responseP95MsBefore: toResponseTime(response_before)?.p95 ?? null
    }))
  })
