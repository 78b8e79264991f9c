import { type AcknowledgedVia, type Acknowledgement, type Incident, type Resolution, secondsBetween } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { maintenanceName } from "../monitors/maintenance.sql.ts"

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

/** The most checks that an incident shows of its confirmation, and of its recovery. */
const checksShown = 10

/**
 * The hash in a screenshot's column. Null while the screenshot is being taken, when it failed, and after its image has
 * expired.
 */
const screenshot = (sql: SqlClient.SqlClient, column: "trigger_screenshot_url" | "resolution_screenshot_url") =>
  sql`(select encode(b.hash, 'hex') from blob b where b.stored and b.expires_at > mon_now()
    and b.hash = case when i.${sql(column)} ~ '^[0-9a-f]{64}$' then decode(i.${sql(column)}, 'hex') end)`

/** The checks that confirmed the incident `i`, and those that ended it. */
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

/** The columns of {@link IncidentRow}; a `where` over `i` and `m` follows. Members do not see addresses of others. */
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
