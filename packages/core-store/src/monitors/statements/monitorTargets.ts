import { type Access, isPublicId, type MonitorKind, type ServiceCheck } from "@mon/model"
import type * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type StoreError } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { operationOf } from "./MonitorCodes.ts"
import { withIds } from "./lockMonitors.ts"
import { readCheck, readRequest, type StoredRequest } from "./storedOptions.ts"
import { accessColumn, visibleMonitors } from "./visibleMonitors.ts"

/** The target of a monitor's checks, with its sealed texts in their stored form. */
export interface MonitorTarget {
  readonly id: string
  readonly url: string
  readonly hostname: string
  readonly checkInterval: number
  readonly timeoutSeconds: number
  readonly request: StoredRequest | null
  /** The check of a service. Null for other kinds of monitors. */
  readonly check: ServiceCheck | null
}

/**
 * A function that reads the targets of the given monitors, in no particular order. Leaves out monitors that the caller
 * cannot see.
 */
export type ReadTargets = (
  scope: AccessScope,
  ids: ReadonlyArray<string>
) => Effect.Effect<ReadonlyArray<MonitorTarget>, StoreError>

/**
 * The facts that decide whether the caller may change a monitor: the caller's access, and the monitor's interval and
 * timeout.
 */
export interface MonitorRight {
  readonly id: string
  readonly access: Access
  /** The monitor's check interval in seconds. */
  readonly checkInterval: number
  readonly timeoutSeconds: number
}

/**
 * Returns the caller's access to the given monitors, in no particular order. Leaves out monitors that the caller cannot
 * see.
 */
export const monitorRights = (sql: SqlClient.SqlClient, kind: MonitorKind) =>
  operation(operationOf(kind, "rights"), function* (scope: AccessScope, ids: ReadonlyArray<string>) {
    const wellFormed = ids.filter(isPublicId)
    if (wellFormed.length === 0) return []
    return yield* sql<MonitorRight>`
      select m.public_id as id, ${accessColumn(sql, scope)}, m.check_interval_seconds as "checkInterval",
        m.timeout_seconds as "timeoutSeconds"
      from monitor m where ${visibleMonitors(sql, scope, kind)} and ${withIds(sql, wellFormed)}`
  })

interface Row extends Omit<MonitorTarget, "check" | "request"> {
  readonly request: unknown
  readonly settings: unknown
}

export const monitorTargets = (sql: SqlClient.SqlClient, kind: MonitorKind): ReadTargets =>
  operation(operationOf(kind, "targets"), function* (scope, ids) {
    const wellFormed = ids.filter(isPublicId)
    if (wellFormed.length === 0) return []
    const rows = yield* sql<Row>`
      select m.public_id as id, m.url, m.hostname, m.check_interval_seconds as "checkInterval",
        m.timeout_seconds as "timeoutSeconds", m.request, m.settings
      from monitor m where ${visibleMonitors(sql, scope, kind)} and ${withIds(sql, wellFormed)}`
    return rows.map(({ settings, ...row }) => ({
      ...row,
      request: readRequest(row.request),
      check: kind === "service" ? readCheck(settings) : null
    }))
  })
