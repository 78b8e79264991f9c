import { isPublicId, type MonitorKind } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { AccessScope } from "../../access/AccessScope.ts"
import { type StoreError, storeError } from "../../sql/StoreError.ts"
import { holdingMonitors, withIds } from "./lockMonitors.ts"
import { codeLiteral, operationOf, periodCodes } from "./MonitorCodes.ts"
import { visibleMonitors } from "./visibleMonitors.ts"

/** The time within which a pause can be undone. People decide within seconds, but the request may be slow. */
const UNDO_MINUTES = 10

/**
 * Common table expressions for the alerts of the incidents `reopened`, with their `id` and `paused_at`. Alerts are due
 * again from where they stopped. Messages that were not sent because of the pause are sent. Alerts that maintenance
 * suppresses wait for its end again.
 */
export const RESUMED_ALERTS = `
      alerts as materialized (
        select n.id, r.paused_at from reopened r join notification n on n.incident_id = r.id and n.kind = 'down'
      ), routed as (
        update alert_due d set due_at = mon_now(), ended_at = null from alerts a
        where d.notification_id = a.id and d.ended_at >= a.paused_at
        returning d.notification_id
      ), sent as (
        update notification_delivery d set status = 'pending', error_code = null, error_message = null,
          settled_at = null, digest_id = null, next_at = mon_now(), held_until = null
        from alerts a
        where d.notification_id = a.id and d.status = 'suppressed' and d.error_code = 'over' and d.settled_at >= a.paused_at
        returning d.notification_id
      ), waiting as (
        insert into maintenance_waiting (notification_id, monitor_id)
        select n.id, n.monitor_id
        from reopened r join incident i on i.id = r.id and i.is_unannounced
        join notification n on n.incident_id = r.id and n.kind = 'down' and n.maintenance_id is not null
        on conflict do nothing
      ), announced as (
        update notification n set status = 'pending', reason = null
        where n.id in (select notification_id from routed union all select notification_id from sent)
          and n.status = 'suppressed'
      )`

/**
 * Undoes the pause of the monitors `m` of a condition. Incidents, states and periods are then as if there had been no
 * pause, and messages that were not sent because of it are sent.
 */
const undoWanted = (sql: SqlClient.SqlClient, wanted: Fragment) => {
  const paused = codeLiteral(sql, periodCodes.paused)
  return sql`
      with before as materialized (
        select m.id, p.since as paused_at
        from monitor m join lateral (
          select since, state from status_period where monitor_id = m.id order by since desc limit 1
        ) p on p.state = ${paused}
        where ${wanted} and m.paused_at > mon_now() - ${UNDO_MINUTES}::int * interval '1 minute'
      ), undone as (
        update monitor m set paused_at = null, updated_at = mon_now() from before b where m.id = b.id
      ), scheduled as (
        update monitor_schedule s set next_at = mon_now() from before b where s.monitor_id = b.id
      ), period as (
        delete from status_period p using before b
        where p.monitor_id = b.id and p.since = b.paused_at and p.state = ${paused}
      ), reopened as (
        update incident i set resolved_at = null, closed_at = null, resolution = null from before b
        where i.monitor_id = b.id and i.resolution = 'paused' and i.closed_at = b.paused_at
        returning i.id, b.paused_at
      ), repairs as (
        update incident_repair w set ended_at = null from reopened r
        where w.incident_id = r.id and w.ended_at >= r.paused_at and w.state <> 'closed'
      ),${sql.literal(RESUMED_ALERTS)}
      select 1 from before`
}

type Find<A> = (scope: AccessScope, id: string) => Effect.Effect<A | null, StoreError>

/** Undoes a pause. An older pause stays, and so does the state of the monitor. */
export const undoPause = <A>(sql: SqlClient.SqlClient, kind: MonitorKind, find: Find<A>) =>
  Effect.fn(operationOf(kind, "undoPause"))(function* (scope: AccessScope, id: string) {
    if (!isPublicId(id)) return null
    const wanted = sql`${visibleMonitors(sql, scope, kind)} and ${withIds(sql, [id])} and m.paused_at is not null`
    yield* holdingMonitors(sql, wanted, undoWanted(sql, wanted)).pipe(
      Effect.mapError(storeError(operationOf(kind, "undoPause")))
    )
    return yield* find(scope, id)
  })
