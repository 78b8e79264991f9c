import { type Access, planTable, type PlanTable, urlFields, type UrlMonitor } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../../access/AccessScope.ts"
import { stateOf, urlStateCodes } from "../statements/MonitorCodes.ts"
import { type ColumnsOf, monitorColumns, settingsReader } from "../statements/monitorColumns.ts"
import { readStopped, stoppedColumns, type StoppedRow } from "../statements/stoppedColumns.ts"
import { accessColumn, visibleUrls } from "../statements/visibleMonitors.ts"
import { readContentFault } from "../statements/contentFault.ts"
import { monitorTags } from "../Tags.ts"

/** A selected row of a URL monitor. */
export interface UrlMonitorRow extends ColumnsOf<typeof urlFields>, StoppedRow {
  readonly id: string
  readonly url: string
  readonly state: number
  readonly is_degraded: boolean
  readonly access: Access
  readonly paused_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly next_at: Date | null
  readonly last_checked_at: Date | null
  readonly last_status_code: number | null
  readonly last_response_us: number | null
  readonly last_error_code: string | null
  readonly last_error_message: string | null
  readonly changed_at: Date | null
  readonly change_count: number | null
  readonly content_fault: unknown
  readonly tags: UrlMonitor["tags"]
}

export const selectUrls = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select m.public_id as id, m.url, s.state, s.is_degraded, ${accessColumn(sql, scope)}, ${sql.literal(monitorColumns.url.selected)}, m.paused_at, m.created_at, m.updated_at, s.next_at,
      s.last_checked_at, s.last_status_code, s.last_response_us, s.last_error_code, s.last_error_message,
      p.changed_at, p.change_count, f.content_fault, ${sql.literal(stoppedColumns)}, ${sql.literal(monitorTags)}
    from monitor m
    join account a on a.id = m.account_id
    join monitor_schedule s on s.monitor_id = m.id
    left join url_page p on p.monitor_id = m.id
    left join monitor_facts f on f.monitor_id = m.id
    where ${visibleUrls(sql, scope)}`

const iso = (date: Date | null): string | null => (date === null ? null : date.toISOString())

const settingsOf = settingsReader(urlFields)

type NewColumns =
  | "id"
  | "url"
  | "hostname"
  | "paused_at"
  | "created_at"
  | "updated_at"
  | "next_at"
  | keyof ColumnsOf<typeof urlFields>

/** The columns of a URL monitor that was just created. */
export type NewUrlMonitorRow = Pick<UrlMonitorRow, NewColumns>

/** The remaining columns of a URL monitor that was never checked. */
const unchecked: Omit<UrlMonitorRow, NewColumns> = {
  state: urlStateCodes.unknown,
  is_degraded: false,
  access: "owner",
  last_checked_at: null,
  last_status_code: null,
  last_response_us: null,
  last_error_code: null,
  last_error_message: null,
  changed_at: null,
  change_count: null,
  content_fault: null,
  tags: [],
  plan: "agency",
  is_unproven: null,
  older_dns_watches: null
}

/** Converts a row to a new URL monitor. None of its options can exceed the plan. */
export const toNewUrlMonitor = (row: NewUrlMonitorRow): UrlMonitor => toUrlMonitor({ ...unchecked, ...row }, planTable)

export const toUrlMonitor = (row: UrlMonitorRow, plans: PlanTable): UrlMonitor => {
  const { name, ...settings } = settingsOf(row)
  return {
    id: row.id,
    url: row.url,
    name,
    status: stateOf("url", row.state),
    isPaused: row.paused_at !== null,
    isDegraded: row.is_degraded,
    access: row.access,
    ...settings,
    stoppedOptions: readStopped(row, settings, plans),
    lastCheckedAt: iso(row.last_checked_at),
    nextCheckAt: iso(row.next_at),
    lastChangedAt: iso(row.changed_at),
    changeCount: row.change_count ?? 0,
    lastStatusCode: row.last_status_code,
    lastResponseTimeMs: row.last_response_us === null ? null : Math.round(row.last_response_us / 1000),
    lastError:
      row.last_error_code === null
        ? null
        : { code: row.last_error_code, message: row.last_error_message ?? row.last_error_code },
    contentFault: readContentFault(row.content_fault, settings.contentFaults),
    tags: row.tags,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString()
  }
}
