import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { holdingMonitors, withIds } from "./lockMonitors.ts"
import { codeLiteral, type MonitorKind, periodCodes } from "./MonitorCodes.ts"
import { operationOf } from "./operationOf.ts"
import { visibleMonitors } from "./visibleMonitors.ts"

/** Closes incidents and ends the periods of their states. */
const endHistory = (sql: SqlClient.SqlClient) =>
  sql`, closed as (
        update incident i set resolved_at = greatest(mon_now(), i.started_at), closed_at = mon_now(), resolution = 'deleted'
        from removed r where i.monitor_id = r.id and i.resolved_at is null
      ), period as (
        insert into status_period (monitor_id, since, state) select id, mon_now(), ${codeLiteral(sql, periodCodes.deleted)} from removed
        on conflict (monitor_id, since) do update set state = excluded.state
      )`

/** Soft delete: the rows stay, the monitor is no longer due, and the result of a running check is ignored. */
export const removeMonitors = (sql: SqlClient.SqlClient, kind: MonitorKind) =>
  operation(operationOf(kind, "remove"), function* (scope: AccessScope, ids: ReadonlyArray<string>) {
    const wellFormed = ids.filter(isPublicId)
    if (wellFormed.length === 0) return []
    const wanted = sql`${visibleMonitors(sql, scope, kind)} and ${withIds(sql, wellFormed)}`
    const rows = yield* holdingMonitors(
      sql,
      wanted,
      sql<{ id: string }>`
      with removed as (
        update monitor m set deleted_at = mon_now(), updated_at = mon_now()
        where ${wanted}
        returning m.id, m.public_id
      ), scheduled as (
        update monitor_schedule s set next_at = null, lease_until = null, lease_token = null
        from removed r where s.monitor_id = r.id
      )${endHistory(sql)}
      select public_id as id from removed`
    )
    return rows.map((row) => row.id)
  })
