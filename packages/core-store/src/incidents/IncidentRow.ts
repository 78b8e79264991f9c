import {
  type AcknowledgedVia,
  type Acknowledgement,
  type Incident,
  type Resolution,
  secondsBetween,
  type SharedCause,
  sharedCauseLimits
} from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { maintenanceName } from "../monitors/statements/maintenance.sql.ts"

/** SQL for whether the caller can see the incident `i`. Includes incidents of deleted domains. */
export const visibleIncidents = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  scope.role === "owner"
    ? sql`i.account_id = ${scope.accountKey}::bigint`
    : sql`i.account_id = ${scope.accountKey}::bigint and exists (select 1 from monitor_access ma
        where ma.membership_id = ${scope.membershipKey}::bigint and ma.monitor_id = i.monitor_id)`

/**
 * SQL for whether the caller can see the incident `i`, which another tool has opened. Members see the incidents of
 * which they were sent a message.
 */
export const visibleSourceIncidents = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  scope.role === "owner"
    ? sql`i.account_id = ${scope.accountKey}::bigint and i.source is not null`
    : sql`i.account_id = ${scope.accountKey}::bigint and i.source is not null and exists (
        select 1 from notification sn join notification_delivery sd on sd.notification_id = sn.id
        where sn.incident_id = i.id and sd.account_id = i.account_id and sd.user_id = ${scope.userKey}::bigint
          and sd.status <> 'suppressed')`

/** SQL for whether the caller can see the incident `i` of a monitor or of another tool. */
export const anyVisibleIncidents = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`((${visibleIncidents(sql, scope)}) or (${visibleSourceIncidents(sql, scope)}))`

export interface IncidentRow {
  readonly id: string
  readonly domain_id: string
  readonly domain_name: string
  readonly domain_url: string
  readonly started_at: Date
  readonly resolved_at: Date | null
  readonly resolution: Resolution | null
  readonly trigger_status_code: number | null
  readonly resolution_status_code: number | null
  readonly trigger_error_code: string | null
  readonly trigger_error_message: string | null
  readonly trigger_screenshot_url: string | null
  readonly resolution_screenshot_url: string | null
  readonly acknowledged_at: Date | null
  readonly acknowledged_by: string | null
  readonly acknowledged_via: AcknowledgedVia | null
  readonly acknowledged_channel: string | null
  readonly acknowledgement_note: string | null
  readonly now: Date
  readonly maintenance: Incident["maintenanceWindow"]
  readonly is_unannounced: boolean
  readonly checks: ReadonlyArray<{
    readonly at: string
    readonly location: string
    readonly outcome: string
    readonly statusCode: number | null
  }>
}

/** The maximum number of shown checks for the confirmation of an incident, and for its recovery. */
const checksShown = 10

/**
 * SQL for the image hash in a screenshot column. Null while the screenshot is being taken, if it failed, or after its
 * image has expired.
 */
const screenshot = (sql: SqlClient.SqlClient, column: "trigger_screenshot_url" | "resolution_screenshot_url") =>
  sql`(select encode(b.hash, 'hex') from blob b where b.stored and b.expires_at > mon_now()
    and b.hash = case when i.${sql(column)} ~ '^[0-9a-f]{64}$' then decode(i.${sql(column)}, 'hex') end)`

/** SQL for the checks that confirmed the incident `i`, and for the checks that confirmed its recovery. */
export const incidentChecks = (sql: SqlClient.SqlClient) =>
  sql`(
        select coalesce(jsonb_agg(jsonb_build_object('at', mon_iso(h.checked_at), 'location', h.location,
            'outcome', coalesce(h.error_code, 'ok'), 'statusCode', h.status_code) order by h.checked_at), '[]'::jsonb)
        from (
          (select * from check_history where monitor_id = i.monitor_id
            and checked_at >= i.started_at and checked_at <= i.confirmed_at order by checked_at limit ${checksShown})
          union
          (select * from check_history where monitor_id = i.monitor_id and i.resolution = 'recovered'
            and checked_at >= i.resolved_at and checked_at <= i.closed_at order by checked_at limit ${checksShown})
        ) h
      )`

/**
 * Selects the columns of {@link IncidentRow}. The caller must append a `where` clause over `i` and `m`. Members do not
 * see the addresses of other people.
 */
export const selectIncidents = (sql: SqlClient.SqlClient, { role }: AccessScope) =>
  sql`
    select i.public_id as id, m.public_id as domain_id, m.name as domain_name, m.url as domain_url, i.started_at,
      i.resolved_at, i.resolution, i.trigger_status_code, i.resolution_status_code, i.trigger_error_code,
      i.trigger_error_message, mon_now() as now, i.acknowledged_at, i.acknowledged_via, i.acknowledged_channel,
      coalesce(w.name, w.email, case when ${role === "owner"}::boolean then i.acknowledged_recipient end) as acknowledged_by,
      i.acknowledgement_note,
      i.is_unannounced, ${sql.literal(maintenanceName("i.maintenance_id"))} as maintenance,
      ${screenshot(sql, "trigger_screenshot_url")} as trigger_screenshot_url,
      ${screenshot(sql, "resolution_screenshot_url")} as resolution_screenshot_url,
      ${incidentChecks(sql)} as checks
    from incident i
    join monitor m on m.id = i.monitor_id
    left join app_user w on w.id = i.acknowledged_by`

const acknowledgementOf = (row: IncidentRow): Acknowledgement | null =>
  row.acknowledged_at === null
    ? null
    : {
        at: row.acknowledged_at.toISOString(),
        by: row.acknowledged_by,
        via: row.acknowledged_via ?? "api",
        channel: row.acknowledged_channel,
        note: row.acknowledgement_note
      }

export const toIncident = (row: IncidentRow): Incident => ({
  id: row.id,
  domainId: row.domain_id,
  domainName: row.domain_name,
  domainUrl: row.domain_url,
  status: row.resolved_at === null ? "open" : "resolved",
  resolution: row.resolution,
  startedAt: row.started_at.toISOString(),
  resolvedAt: row.resolved_at === null ? null : row.resolved_at.toISOString(),
  durationSeconds: secondsBetween(row.started_at.getTime(), (row.resolved_at ?? row.now).getTime()),
  triggerStatusCode: row.trigger_status_code,
  resolutionStatusCode: row.resolution_status_code,
  triggerError:
    row.trigger_error_code === null
      ? null
      : { code: row.trigger_error_code, message: row.trigger_error_message ?? row.trigger_error_code },
  maintenanceWindow: row.maintenance,
  isAnnounced: !row.is_unannounced,
  triggerScreenshotUrl: row.trigger_screenshot_url,
  resolutionScreenshotUrl: row.resolution_screenshot_url,
  acknowledgement: acknowledgementOf(row),
  checks: row.checks
})

/**
 * SQL for whether the recipient of the delivery `d` of the notification `n` may acknowledge its incident. The recipient
 * must be a person who may change the domain or who got an alert without a monitor, an email address or phone number
 * that still gets the domain's alerts, or an active webhook or channel.
 */
export const mayAcknowledge = `(case
    when d.user_id is not null then exists (
      select from membership ms where ms.account_id = d.account_id and ms.user_id = d.user_id and ms.removed_at is null
        and (ms.role = 'owner' or (n.monitor_id is null and ms.member_role <> 'viewer') or exists (
          select from monitor_access ma
          where ma.membership_id = ms.id and ma.monitor_id = n.monitor_id and ma.can_write)))
    when d.channel = 'email' then exists (
        select from monitor cm cross join unnest(cm.cc_emails) as cc (address)
        where cm.id = n.monitor_id and lower(cc.address) = lower(d.target))
      and not exists (
        select from email_suppression s where s.account_id = d.account_id and s.address = lower(d.target))
    when d.channel = 'webhook' then exists (
      select from webhook hook where hook.public_id::text = d.target and hook.account_id = d.account_id and hook.is_active)
    when d.channel = 'channel' then exists (
      select from alert_channel ch
      where ch.public_id::text = d.target and ch.account_id = d.account_id and ch.is_active)
    else false end)`

/**
 * Returns the shared cause of an incident (internal key), with the other incidents of the cause that the caller can
 * see.
 */
export const sharedCauseOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  incidentKey: string
) {
  const [cause] = yield* sql<Omit<SharedCause, "incidents"> & { readonly key: string }>`
    select c.id::text as key, c.kind, c.value, (
        select count(*)::int from shared_cause_incident o join incident i on i.id = o.incident_id
        join monitor m on m.id = i.monitor_id
        where o.cause_id = c.id and o.incident_id <> ci.incident_id and ${visibleIncidents(sql, scope)}) as others
    from shared_cause_incident ci join shared_cause c on c.id = ci.cause_id
    where ci.incident_id = ${incidentKey}::bigint`
  if (cause === undefined) return null
  const incidents = yield* sql<SharedCause["incidents"][number]>`
    select i.public_id as id, m.public_id as "domainId", m.name as "domainName",
      case when i.resolved_at is null then 'open' else 'resolved' end as status
    from shared_cause_incident o join incident i on i.id = o.incident_id join monitor m on m.id = i.monitor_id
    where o.cause_id = ${cause.key}::bigint and o.incident_id <> ${incidentKey}::bigint
      and ${visibleIncidents(sql, scope)}
    order by i.resolved_at nulls first, i.started_at, i.id limit ${sharedCauseLimits.incidentsShown}`
  const { key: _, ...shown } = cause
  return { ...shown, incidents } satisfies SharedCause
})
