import type { FactOf, ReportDomain, ReportUrl } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { type AccessScope, type MemberRow, scopeRole } from "../access/AccessScope.ts"
import { writeFact } from "../monitors/writeFacts.ts"
import { codeLiteral, domainStateCodes, stateOf } from "../monitors/statements/MonitorCodes.ts"
import { visibleDomains, visiblePages } from "../monitors/statements/visibleMonitors.ts"
import { toResponseTime } from "../monitors/RollUps.ts"

/** The week that a report is about, in one time zone. */
export interface ReportWeek {
  /** The IANA name of the time zone. */
  readonly zone: string
  /**
   * The Monday on which the report is sent, such as `2026-11-23`. The date identifies the week, so that there is only
   * one report for a week, even if the recipient changes the time zone.
   */
  readonly date: string
  /** The start (inclusive) and the end (exclusive) of the week. */
  readonly from: Date
  readonly to: Date
}

/** A person for whom the report of an account is due. */
export interface ReportRecipient {
  readonly viewer: AccessScope
  readonly accountId: string
  readonly membershipId: string
  readonly week: ReportWeek
}

interface DomainRow extends Omit<ReportDomain, "responseP95Ms" | "responseP95MsBefore" | "longestDownAt"> {
  readonly response: ReadonlyArray<number> | null
  readonly response_before: ReadonlyArray<number> | null
  readonly longest_at: Date | null
}

/**
 * SQL for the downtimes that overlap a time range, each limited to the range. Time without checks and time in
 * maintenance windows is subtracted. An outage that was not announced because of maintenance does not count.
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
 * SQL for the grade of the last complete email health result before the end of the week, and for the grade of the last
 * complete result before the start of the week under the same scoring rules. Both grades are absent while the check is
 * off.
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
 * SQL for the number of checks in the week, and for the number of checks that are missing according to the interval.
 * Only whole hours since the last change of settings are compared. The expected number is one lower than the interval
 * gives, because a check may be just outside the range.
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

const domainWeeks = (sql: SqlClient.SqlClient) =>
  operation("WeeklyReports.domains", function* (recipient: ReportRecipient): Returns<ReadonlyArray<ReportDomain>> {
    const rows = yield* sql<DomainRow>`
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
      from (${weekOf(sql, recipient.week)}) w
      cross join monitor m
      join monitor_schedule s on s.monitor_id = m.id
      left join monitor_facts f on f.monitor_id = m.id
      left join lateral (${grades(sql)}) g on true
      cross join lateral (${downtimes(sql)}) d
      cross join lateral (select count(*)::int as n from incident i
        where i.monitor_id = m.id and not i.is_unannounced and i.started_at < w.starts and coalesce(i.resolved_at, 'infinity') > w.before) b
      cross join lateral (${checks(sql)}) l
      where ${visibleDomains(sql, recipient.viewer)} and m.created_at < w.ends
      order by m.id`
    return rows.map(({ longest_at, response, response_before, ...row }) => ({
      ...row,
      longestDownAt: longest_at?.toISOString() ?? null,
      responseP95Ms: toResponseTime(response)?.p95 ?? null,
      responseP95MsBefore: toResponseTime(response_before)?.p95 ?? null
    }))
  })

const SUMMARIES = 3

interface UrlRow extends Omit<ReportUrl, "status"> {
  readonly state: number
}

interface DueRow extends MemberRow {
  readonly account_key: string
  readonly user_key: string
  readonly membership_key: string
  readonly account_id: string
  readonly membership_id: string
  readonly zone: string
}

/**
 * The time within which a report is written. This time begins on the Monday after the week and, for the case of an
 * outage, lasts until the end of Wednesday.
 */
const WRITTEN = "interval '3 days'"
/**
 * The time within which a person gets no second report after a change of time zone. This time is longer than the time
 * between the starts of Monday in any two zones.
 */
const MOVED = "interval '2 days'"

const dueReports = (sql: SqlClient.SqlClient) =>
  operation("WeeklyReports.due", function* (weeks: ReadonlyArray<ReportWeek>, limit: number): Returns<
    ReadonlyArray<ReportRecipient>
  > {
    if (weeks.length === 0) return []
    const rows = yield* sql<DueRow>`
      select ms.account_id::text as account_key, ms.user_id::text as user_key, ms.id::text as membership_key,
        a.public_id as account_id, ms.public_id as membership_id, ms.role, ms.member_role, w.zone
      from membership ms
      join account a on a.id = ms.account_id
      left join user_setting us on us.user_id = ms.user_id
      join jsonb_to_recordset(${JSON.stringify(weeks)}::text::jsonb) as w(zone text, "to" timestamptz)
        on w.zone = coalesce(us.timezone, 'UTC')
      where ms.removed_at is null
        and (coalesce(us.weekly_report_enabled, true) or (ms.role = 'owner' and exists (
          select 1 from webhook h where h.account_id = ms.account_id and h.is_active and 'weekly_report' = any(h.events))))
        and exists (
          select 1 from monitor m where m.account_id = ms.account_id and m.deleted_at is null and m.created_at < w."to"
            and (ms.role = 'owner' or ms.member_role = 'admin' or exists (
              select 1 from monitor_access ma where ma.membership_id = ms.id and ma.monitor_id = m.id)))
        and not exists (
          select 1 from notification n
          where n.user_id = ms.user_id and n.account_id = ms.account_id and n.kind = 'weekly_report'
            and n.created_at >= w."to" - ${sql.literal(MOVED)} and n.created_at < w."to" + ${sql.literal(WRITTEN)} + ${sql.literal(MOVED)})
      order by ms.id limit ${limit}`
    return rows.flatMap((row): ReadonlyArray<ReportRecipient> => {
      const week = weeks.find(({ zone }) => zone === row.zone)
      if (week === undefined) return []
      const {
        account_id: accountId,
        account_key: accountKey,
        membership_id: membershipId,
        membership_key: membershipKey,
        user_key: userKey
      } = row
      return [{ viewer: { accountKey, userKey, membershipKey, role: scopeRole(row) }, accountId, membershipId, week }]
    })
  })

const zones = (sql: SqlClient.SqlClient) =>
  operation("WeeklyReports.zones", function* (): Returns<{
    readonly now: Date
    readonly zones: ReadonlyArray<string>
  }> {
    const [row] = yield* sql<{ now: Date; zones: ReadonlyArray<string> }>`
      select mon_now() as now, array(select 'UTC' union select timezone from user_setting) as zones`
    return row ?? { now: new Date(0), zones: [] }
  })

/** Weekly reports, with their recipients and contents. Each report is written once. */
export class WeeklyReports extends Context.Service<WeeklyReports>()("@mon/core-store/WeeklyReports", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Returns the time zones that people have chosen, and the current time of the database. */
    zones: zones(sql),
    /**
     * Returns the members whose report of the week, in their own time zone, is not written yet: members who have
     * enabled weekly reports, and owners with a webhook for weekly reports. A report needs at least one visible monitor
     * that existed in the week.
     */
    due: dueReports(sql),
    /** Returns the facts of the week about each domain that the recipient can see. The newest domain is last. */
    domains: domainWeeks(sql),
    /** Returns the facts of the week about each page that the recipient can see. */
    urls: operation("WeeklyReports.urls", function* (recipient: ReportRecipient): Returns<ReadonlyArray<ReportUrl>> {
      const rows = yield* sql<UrlRow>`
      select m.public_id as id, m.name, m.url, m.paused_at is not null as "isPaused", s.state, c.changes, c.summaries
      from monitor m join monitor_schedule s on s.monitor_id = m.id
      cross join lateral (
        select count(*)::int as changes,
          coalesce((array_agg(summary order by u.id desc))[1:${SUMMARIES}::int], '{}') as summaries
        from url_change u where u.monitor_id = m.id and u.detected_at >= ${recipient.week.from} and u.detected_at < ${recipient.week.to}
      ) c
      where ${visiblePages(sql, recipient.viewer)} and m.created_at < ${recipient.week.to}
      order by m.id`
      return rows.map(({ state, ...row }) => ({ ...row, status: stateOf("url", state) }))
    }),
    /**
     * Writes a report as a notification, which is suppressed while the account is paused. False if the report was
     * already written.
     */
    write: operation(
      "WeeklyReports.write",
      function* (recipient: ReportRecipient, id: string, report: FactOf<"weekly_report">) {
        const {
          viewer: { accountKey, membershipKey, userKey }
        } = recipient

        const isMember = sql`exists (
        select 1 from membership ms where ms.id = ${membershipKey}::bigint and ms.account_id = a.id and ms.removed_at is null)`
        const rows = yield* writeFact(sql, report, { id, accountKey, userKey, monitorKey: null }, isMember)
        return rows.length > 0
      }
    )
  }))
}) {
  static readonly layer = Layer.effect(WeeklyReports, WeeklyReports.make)
}
