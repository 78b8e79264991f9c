import { type ReportedDomain, reportLimits } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { replicatedReads } from "../sql/ReadReplica.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { codeLiteral, periodCodes } from "../monitors/statements/MonitorCodes.ts"
import { visibleDomains } from "../monitors/statements/visibleMonitors.ts"
import { toResponseTime } from "../monitors/RollUps.ts"
import { nameKey } from "../monitors/Tags.ts"

/** The facts from which a report is calculated. */
export interface ReportFacts {
  /** The domains of the report, by name, at most as many as `reportLimits` allows. */
  readonly domains: ReadonlyArray<DomainPeriod>
  /** The number of all domains that the report is about. */
  readonly allDomains: number
  /** The incidents of all domains that the report is about, newest first, at most as many as `reportLimits` allows. */
  readonly incidents: ReadonlyArray<PeriodIncident>
  readonly allIncidents: number
}

interface ReportScope {
  /** The start (inclusive) and the end (exclusive) of the period. */
  readonly from: Date
  readonly to: Date
  /** The name of a tag that the domains must have, ignoring case. Null includes all domains. */
  readonly tag: string | null
}

/** The facts about a domain in the period, before its uptime is calculated. */
export interface DomainPeriod extends Omit<
  ReportedDomain,
  "uptimePercent" | "isTargetMet" | "watchedSeconds" | "downSeconds" | "repairs" | "repairMedianSeconds"
> {
  /**
   * The time with the verdict up, and with the verdict down, in seconds. Both exclude maintenance and time in which no
   * check was made.
   */
  readonly upSeconds: number
  readonly downSeconds: number
  /** The durations, in seconds, of the newest repairs that were closed in the period. */
  readonly repairSeconds: ReadonlyArray<number>
}

/** An incident in a period. */
export interface PeriodIncident {
  readonly id: string
  readonly domainId: string
  readonly domainName: string
  readonly startedAt: Date
  readonly resolvedAt: Date | null
  readonly downSeconds: number
  /**
   * The stored facts for the diagnosis: `DiagnosisFacts` of @mon/diagnosis. Callers must decode the facts before use.
   */
  readonly diagnosisFacts: unknown
}

interface DomainRow extends Omit<
  DomainPeriod,
  "responseP50Ms" | "responseP95Ms" | "certificateExpiresAt" | "registrationExpiresAt"
> {
  readonly response: ReadonlyArray<number> | null
  readonly certificate: Date | null
  readonly registration: Date | null
  readonly total: number
}

interface IncidentRow extends PeriodIncident {
  readonly total: number
}

const range = (sql: SqlClient.SqlClient, { from, to }: ReportScope) =>
  sql`(select ${from}::timestamptz as starts, ${to}::timestamptz as ends) w`

const DAY_MS = 86_400_000

/** Percentiles need every stored response time, so reports for long periods have none. */
const hasTimes = ({ from, to }: ReportScope): boolean =>
  to.getTime() - from.getTime() <= (reportLimits.responseDays + 1) * DAY_MS

/**
 * SQL for whether the monitor `m` is one of the domains of a report. If `tagKey` is null, the report includes all
 * domains.
 */
const reported = (sql: SqlClient.SqlClient, scope: AccessScope, tagKey: string | null) =>
  tagKey === null
    ? visibleDomains(sql, scope)
    : sql`${visibleDomains(sql, scope)} and exists (
        select from monitor_tag x where x.monitor_id = m.id and x.tag_id = ${tagKey}::bigint)`

/** SQL for the seconds with the verdict up and with the verdict down. `watched_uptimes` counts in this way too. */
const seconds = (sql: SqlClient.SqlClient) =>
  sql`
    select coalesce(sum(x.s) filter (where x.state = ${codeLiteral(sql, periodCodes.up)}), 0)::float8 as up,
      coalesce(sum(x.s) filter (where x.state = ${codeLiteral(sql, periodCodes.down)}), 0)::float8 as down
    from (
      select p.state, greatest(0, extract(epoch from p.ends - p.starts)
        - excluded_seconds(m.id, p.starts, p.ends)) as s
      from (
        select state, greatest(since, w.starts) as starts,
          least(lead(since, 1, 'infinity') over (order by since), w.ends, mon_now()) as ends
        from status_period
        where monitor_id = m.id and since < w.ends and since >= coalesce(
          (select max(b.since) from status_period b where b.monitor_id = m.id and b.since <= w.starts), '-infinity')
      ) p
      where p.state in (${codeLiteral(sql, periodCodes.up)}, ${codeLiteral(sql, periodCodes.down)}) and p.ends > p.starts
    ) x`

/**
 * SQL for whether the incident `i` was announced and overlaps the period. `downtime` is SQL for its downtime within the
 * period.
 */
const overlapping = (sql: SqlClient.SqlClient) =>
  sql`not i.is_unannounced and i.started_at < w.ends and coalesce(i.resolved_at, 'infinity') > w.starts`

const downtime = (sql: SqlClient.SqlClient) =>
  sql`greatest(extract(epoch from least(coalesce(i.resolved_at, 'infinity'), w.ends, mon_now()) - greatest(i.started_at, w.starts))
    - excluded_seconds(i.monitor_id, greatest(i.started_at, w.starts), least(coalesce(i.resolved_at, 'infinity'), w.ends, mon_now())), 0)`

const scores = (sql: SqlClient.SqlClient) =>
  sql`
    select last.score, (
      select h.score from email_health_history h
      where h.monitor_id = m.id and h.checked_at < w.starts and not h.incomplete
        and h.rubric_version is not distinct from last.rubric_version
      order by h.checked_at desc limit 1
    ) as score_before
    from email_health_history last
    where m.email_health_enabled and last.monitor_id = m.id and last.checked_at >= w.starts and last.checked_at < w.ends and not last.incomplete
    order by last.checked_at desc limit 1`

/** The maximum number of repairs of one domain whose durations a report reads, beginning with the newest. */
const REPAIRS = 1_000

/**
 * SQL for the repairs of email health findings (unless the email health check is off), of certificates, and of
 * incidents. Some repairs end without being closed. Changed DNS records count only once they are restored, because most
 * changes are intended.
 */
const repairs = (sql: SqlClient.SqlClient) =>
  sql`
    with one as (
      select opened_at, closed_at, ended_at from repair
      where monitor_id = m.id and (kind = 'certificate' or (kind = 'email' and m.email_health_enabled) or closed_at is not null)
      union all
      select opened_at, closed_at, ended_at from incident_repair where monitor_id = m.id
    )
    select array(
        select round(extract(epoch from closed_at - opened_at))::float8 from one
        where closed_at >= w.starts and closed_at < w.ends order by closed_at desc limit ${REPAIRS}) as seconds,
      (select count(*)::int from one
        where opened_at < w.ends and coalesce(closed_at, ended_at, 'infinity') >= w.ends) as still_open`

const toDomain = (found: DomainRow): DomainPeriod => {
  const { certificate, registration, response, total: _, ...row } = found
  const times = toResponseTime(response)
  return {
    ...row,
    responseP50Ms: times?.p50 ?? null,
    responseP95Ms: times?.p95 ?? null,
    certificateExpiresAt: certificate?.toISOString() ?? null,
    registrationExpiresAt: registration?.toISOString() ?? null
  }
}

const toIncident = (found: IncidentRow): PeriodIncident => {
  const { total: _, ...row } = found
  return row
}

const readReport = (sql: SqlClient.SqlClient) =>
  operation("Reports.read", function* (scope: AccessScope, wanted: ReportScope): Returns<ReportFacts | null> {
    const [tag] =
      wanted.tag === null
        ? []
        : yield* sql<{ key: string }>`
              select id::text as key from tag
              where account_id = ${scope.accountKey}::bigint and name_key = ${nameKey(wanted.tag)}`
    if (wanted.tag !== null && tag === undefined) return null
    const where = reported(sql, scope, tag?.key ?? null)
    // The domains are selected first, so that no statistics are calculated for domains that are left out.
    const domains = yield* sql<DomainRow>`
        select m.public_id as id, m.name, m.url, m.email_health_enabled as "emailHealthEnabled", m.total::int as total,
          array(select t.name from monitor_tag x join tag t on t.id = x.tag_id where x.monitor_id = m.id order by t.name) as tags,
          round(s.up)::float8 as "upSeconds", round(s.down)::float8 as "downSeconds",
          d.n as incidents, d.longest as "longestDownSeconds",
          round(maintenance_seconds(m.id, w.starts, least(w.ends, mon_now())))::float8 as "maintenanceSeconds",
          case when ${hasTimes(wanted)}::boolean then response_percentiles(m.id, w.starts, w.ends) end as response,
          (f.ssl ->> 'validTo')::timestamptz as certificate,
          (f.domain_expiry ->> 'expiresAt')::timestamptz as registration,
          e.score as "emailHealthScore", e.score_before as "emailHealthScoreBefore",
          r.seconds as "repairSeconds", r.still_open as "openRepairs"
        from (
          select m.*, count(*) over () as total from monitor m
          where ${where} and m.created_at < ${wanted.to} order by m.name, m.id limit ${reportLimits.domains}
        ) m
        cross join ${range(sql, wanted)}
        left join monitor_facts f on f.monitor_id = m.id
        left join lateral (${scores(sql)}) e on true
        cross join lateral (${seconds(sql)}) s
        cross join lateral (
          select count(*)::int as n, coalesce(round(max(${downtime(sql)})), 0)::float8 as longest
          from incident i where i.monitor_id = m.id and ${overlapping(sql)}
        ) d
        cross join lateral (${repairs(sql)}) r
        order by m.name, m.id`
    const incidents = yield* sql<IncidentRow>`
        select i.public_id as id, m.public_id as "domainId", m.name as "domainName", i.started_at as "startedAt",
          i.resolved_at as "resolvedAt", round(${downtime(sql)})::float8 as "downSeconds",
          (select facts from incident_diagnosis where incident_id = i.id) as "diagnosisFacts",
          (count(*) over ())::int as total
        from monitor m cross join ${range(sql, wanted)} join incident i on i.monitor_id = m.id
        where ${where} and ${overlapping(sql)}
        order by i.started_at desc, i.id desc limit ${reportLimits.incidents}`
    return {
      domains: domains.map(toDomain),
      allDomains: domains[0]?.total ?? 0,
      incidents: incidents.map(toIncident),
      allIncidents: incidents[0]?.total ?? 0
    }
  })

/** The facts for reports on a period, about the domains that the caller can see. */
export class Reports extends Context.Service<Reports>()("@mon/core-store/Reports", {
  make: Effect.map(replicatedReads, (replicated) => ({
    /** Reads the facts of a period. Null if no tag has the given name. Deleted domains are left out. */
    read: replicated(readReport)
  }))
}) {
  static readonly layer = Layer.effect(Reports, Reports.make)
}
