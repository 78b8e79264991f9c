import {
  type ActiveMaintenance,
  type Domain,
  isPublicId,
  type MonitorKind,
  Plans,
  type PlanTable,
  type Role
} from "@mon/model"
import * as Effect from "effect/Effect"
import { type AccessScope, byRole } from "../access/AccessScope.ts"
import { type Database, frequentStatement } from "../sql/PostgresJs.ts"
import { offsetOf, type Page } from "../sql/Page.ts"
import { storeError, type StoreError } from "../sql/operation.ts"
import { toResponseTime } from "./RollUps.ts"
import { monitorTags } from "./Tags.ts"
import { isOfKind, operationOf, stateOf } from "./statements/MonitorCodes.ts"
import { activeMaintenance } from "./statements/maintenance.sql.ts"
import { monitorColumns } from "./statements/monitorColumns.ts"
import { stoppedColumns, type StoppedRow } from "./statements/stoppedColumns.ts"

export interface MonitorRow extends StoppedRow {
  readonly id: string
  readonly url: string
  readonly state: number
  readonly is_degraded: boolean
  readonly access: "owner" | "write" | "read"
  readonly paused_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly next_at: Date | null
  readonly last_checked_at: Date | null
  readonly last_status_code: number | null
  readonly last_response_us: number | null
  readonly last_error_code: string | null
  readonly last_error_message: string | null
  readonly status_changed_at: Date | null
  /** The uptimes of the last 24 hours, 7 days and 30 days. */
  readonly uptime: ReadonlyArray<number | null>
  /** The seconds of maintenance in the last 30 days. */
  readonly maintenance_30d: number
  readonly maintenance: ActiveMaintenance | null
  /** The buckets of the response times at the 50th, 95th and 99th percentile. */
  readonly response_24h: ReadonlyArray<number> | null
  readonly tags: Domain["tags"]
  readonly now: Date
}

/** The columns, except the settings, that the statement that creates a monitor returns. */
export type NewColumns = "id" | "url" | "hostname" | "paused_at" | "created_at" | "updated_at" | "next_at"

/**
 * The remaining columns of a monitor that was never checked. The access is `owner`, because only the owner of an
 * account creates monitors.
 */
export const unchecked: Omit<MonitorRow, NewColumns> = {
  state: 0,
  is_degraded: false,
  access: "owner",
  last_checked_at: null,
  last_status_code: null,
  last_response_us: null,
  last_error_code: null,
  last_error_message: null,
  status_changed_at: null,
  uptime: [],
  maintenance_30d: 0,
  maintenance: null,
  response_24h: null,
  tags: [],
  plan: "agency",
  is_unproven: null,
  stopped_service: null,
  older_dns_watches: null,
  now: new Date(0)
}

/** Members do not get the ids of parents that are not shared with them. */
const selectedAs = (kind: MonitorKind, role: Role): string =>
  role === "owner"
    ? monitorColumns[kind].selected
    : monitorColumns[kind].selected.replace(
        "m.depends_on",
        `array(
        select link.id from unnest(m.depends_on) with ordinality as link (id, position)
        join monitor parent on parent.public_id = link.id::uuid
        join monitor_access pa on pa.monitor_id = parent.id and pa.membership_id = $2::bigint
        order by link.position) as depends_on`
      )

const columns = (kind: MonitorKind, own: string, role: Role, access: string, more: string) => `
  select ${more} m.public_id as id, m.url, s.state, s.is_degraded, ${access} as access,
    ${selectedAs(kind, role)}, m.paused_at, m.created_at, m.updated_at,
    s.next_at, s.last_checked_at, s.last_status_code, s.last_response_us, s.last_error_code,
    s.last_error_message, coalesce(m.paused_at, s.status_changed_at) as status_changed_at,
    watched_uptimes(m.id, array[mon_now() - interval '24 hours', mon_now() - interval '7 days',
      mon_now() - interval '30 days'], mon_now()) as uptime,
    round(maintenance_seconds(m.id, mon_now() - interval '30 days', mon_now()))::int as maintenance_30d,
    ${activeMaintenance("m.id")} as maintenance,
    response_percentiles(m.id, mon_now() - interval '24 hours', 'infinity') as response_24h,
    ${own} ${monitorTags}, ${stoppedColumns}, mon_now() as now
  from monitor m
  join account a on a.id = m.account_id
  join monitor_schedule s on s.monitor_id = m.id
  left join monitor_facts f on f.monitor_id = m.id`

/** SQL for the monitors of a kind that the caller can see. For an owner, the membership `$2` has no effect. */
const visibleTo = (kind: MonitorKind) =>
  ({
    owner: `
    where m.account_id = $1::bigint and $2::bigint is not null and ${isOfKind("m", kind)} and m.deleted_at is null`,
    member: `
    join monitor_access ma on ma.monitor_id = m.id and ma.membership_id = $2::bigint
    where m.account_id = $1::bigint and ${isOfKind("m", kind)} and m.deleted_at is null`
  }) as const

const access = { owner: "'owner'", member: "case when ma.can_write then 'write' else 'read' end" } as const

/**
 * Builds the statements that read the monitors of a kind with all their facts. `own` lists the columns of the facts `f`
 * that only this kind has, each followed by a comma. $1 is the account, and $2 is the membership.
 */
export const monitorRows = (kind: MonitorKind, own = "") => {
  const visible = visibleTo(kind)
  const selectAs = (role: Role, more = "") => `${columns(kind, own, role, access[role], more)} ${visible[role]}`
  const countAs = (role: Role) => `select count(*)::int as total from monitor m ${visible[role]}`
  /**
   * Selects the ids of a page first. PostgreSQL would otherwise compute the columns of skipped rows too, and some
   * columns read the whole history of a monitor.
   */
  const pageAs = (role: Role) => `${selectAs(role, `(${countAs(role)}) as total,`)}
    and m.id = any (array(
      select m.id from monitor m ${visible[role]} order by m.id desc limit $3::bigint offset $4::bigint))
    order by m.id desc`
  const [selects, counts, pages] = [byRole(selectAs), byRole(countAs), byRole(pageAs)]
  return {
    /** Selects the monitors that the caller can see. The caller may append a condition with parameters from $3 on. */
    select: (scope: AccessScope): string => selects[scope.role],
    count: (scope: AccessScope): string => counts[scope.role],
    /**
     * Selects one page, newest first, with the `total` of all pages. $3 is the size of the page, and $4 is the number
     * of rows before it.
     */
    page: (scope: AccessScope): string => pages[scope.role],
    /** Returns the values of the parameters $1 and $2, which all statements of this object use. */
    parameters: (scope: AccessScope): ReadonlyArray<string> => [scope.accountKey, scope.membershipKey]
  }
}

const prepared = { prepare: true }

/**
 * The functions that read one monitor or a page of monitors. If possible, the statements run directly on the connection
 * pool and without a tracing span.
 */
export const monitorReads = <Row extends object, Monitor>(
  database: Database,
  kind: MonitorKind,
  rows: ReturnType<typeof monitorRows>,
  toMonitor: (row: Row, plans: PlanTable) => Monitor
) => {
  const { run } = database.driver
  const toFindError = storeError(operationOf(kind, "find"))
  const toListError = storeError(operationOf(kind, "list"))

  const find = (scope: AccessScope, id: string): Effect.Effect<Monitor | null, StoreError> => {
    if (!isPublicId(id)) return Effect.succeed(null)
    const text = `${rows.select(scope)} and m.public_id = $3::uuid`
    const found = frequentStatement<Row>(database, text, [...rows.parameters(scope), id])
    return Effect.flatMap(Plans, (plans) =>
      Effect.map(found, ([row]) => (row === undefined ? null : toMonitor(row, plans)))
    ).pipe(Effect.mapError(toFindError))
  }

  /** Every client begins with this request. */
  const list = (
    scope: AccessScope,
    { limit, page }: { readonly page: number; readonly limit: number }
  ): Effect.Effect<Page<Monitor>, StoreError> => {
    const parameters = [...rows.parameters(scope)]
    const values = [...parameters, limit, offsetOf(page, limit)]
    // A page beyond the last page has no row, and therefore no row with the total.
    const emptyPage =
      page === 1
        ? Effect.succeed({ total: 0, items: [] })
        : run((sql) => sql.unsafe<Array<{ total: number }>>(rows.count(scope), parameters, prepared)).pipe(
            Effect.map(([counted]) => ({ total: counted?.total ?? 0, items: [] }))
          )
    return run((sql) => sql.unsafe<Array<Row & { readonly total: number }>>(rows.page(scope), values, prepared)).pipe(
      Effect.flatMap((found) => {
        const [first] = found
        return first === undefined
          ? emptyPage
          : Effect.map(Plans, (plans) => ({ total: first.total, items: found.map((row) => toMonitor(row, plans)) }))
      }),
      Effect.mapError(toListError)
    )
  }
  return { find, list }
}

const iso = (date: Date | null): string | null => (date === null ? null : date.toISOString())

export const readMonitor = <Kind extends MonitorKind>(kind: Kind, row: MonitorRow) => {
  const [last24h = null, last7d = null, last30d = null] = row.uptime
  return {
    id: row.id,
    url: row.url,
    hostname: row.hostname,
    status: row.paused_at === null ? stateOf(kind, row.state) : ("paused" as const),
    isPaused: row.paused_at !== null,
    isDegraded: row.is_degraded,
    access: row.access,
    lastCheckedAt: iso(row.last_checked_at),
    nextCheckAt: iso(row.next_at),
    statusChangedAt: iso(row.status_changed_at),
    lastStatusCode: row.last_status_code,
    lastResponseTimeMs: row.last_response_us === null ? null : Math.round(row.last_response_us / 1000),
    lastError:
      row.last_error_code === null
        ? null
        : { code: row.last_error_code, message: row.last_error_message ?? row.last_error_code },
    uptime: { last24h, last7d, last30d, maintenanceSeconds: row.maintenance_30d },
    maintenance: row.maintenance,
    responseTime: toResponseTime(row.response_24h),
    tags: row.tags,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString()
  }
}
