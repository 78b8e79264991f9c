import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { isMuted } from "../access/alertPause.sql.ts"
import { isDelayed } from "../deliveryRecords/delayedAlerts.ts"
import { codeLiteral, urlStateCodes } from "../monitors/MonitorCodes.ts"
import type { MaintenanceWindows } from "./MaintenanceWindows.ts"

/** No window covers the monitor of a notification `n` any more, and it has been checked since workers run again. */
const isOver = (sql: SqlClient.SqlClient) =>
  sql`maintenance_at(n.monitor_id, mon_now()) is null and not ${isDelayed(sql)}`

/** A pause suppresses for good, and nobody is notified of a deleted or paused monitor. */
const announced = (sql: SqlClient.SqlClient) =>
  sql`
    update notification n set status = 'pending', announced_at = mon_now(), data = case
      when n.kind in ('down', 'page_error') then n.data || coalesce((
        select jsonb_build_object('maintenance', jsonb_build_object('window', w.name))
        from maintenance_window w where w.id = n.maintenance_id), '{}')
      else n.data end
    from found f, account a, monitor m
    where n.id = f.id and n.status = 'suppressed' and n.maintenance_id is not null
      and a.id = n.account_id and not ${sql.literal(isMuted("a"))}
      and m.id = n.monitor_id and m.deleted_at is null and m.paused_at is null
    returning 1`

/**
 * Incidents. The row of the incident is the lock: a recovery that is recorded meanwhile either finds the incident
 * announced, or makes this statement skip it.
 */
const announceIncidents = (sql: SqlClient.SqlClient, limit: number) =>
  sql`
    with due as materialized (
      select i.id, n.id as notification_id
      from maintenance_waiting w
      join notification n on n.id = w.notification_id and n.kind = 'down'
      join incident i on i.id = n.incident_id and i.is_unannounced and i.resolved_at is null
      where ${isOver(sql)}
      order by i.id limit ${limit} for update of i skip locked
    ), found as (
      update incident i set is_unannounced = false from due where i.id = due.id returning due.notification_id as id
    )
    ${announced(sql)}`

/** Other facts, the newest of each kind and monitor. The row in `maintenance_waiting` is the lock. */
const announceOthers = (sql: SqlClient.SqlClient, limit: number) =>
  sql`
    with due as materialized (
      select n.id, n.kind, n.monitor_id
      from maintenance_waiting w join notification n on n.id = w.notification_id and n.kind <> 'down'
      where ${isOver(sql)}
      order by n.id limit ${limit} for update of w skip locked
    ), gone as (
      delete from maintenance_waiting w using due where w.notification_id = due.id
    ), found as (
      select distinct on (due.monitor_id, due.kind) due.id
      from due join monitor_schedule s on s.monitor_id = due.monitor_id
      left join monitor_facts f on f.monitor_id = due.monitor_id
      where case due.kind
        when 'degraded' then s.is_degraded
        when 'page_error' then s.state = ${codeLiteral(sql, urlStateCodes.error)}
        when 'certificate_invalid' then coalesce((f.ssl ->> 'valid')::boolean, true) = false
        else true end
      order by due.monitor_id, due.kind, due.id desc
    )
    ${announced(sql)}`

/** What has ended by itself, or was announced, no longer waits. */
const removeSettled = (sql: SqlClient.SqlClient) =>
  sql`
    delete from maintenance_waiting w
    where not exists (select from notification n left join incident i on i.id = n.incident_id
      where n.id = w.notification_id and (n.kind <> 'down' or (i.is_unannounced and i.resolved_at is null)))`

export const announceEnded = (sql: SqlClient.SqlClient): MaintenanceWindows["Service"]["announceEnded"] =>
  operation("MaintenanceWindows.announceEnded", function* (limit) {
    const [waiting] = yield* sql<{ found: boolean }>`select exists (select from maintenance_waiting) as found`
    if (waiting?.found !== true) return 0
    const incidents = yield* announceIncidents(sql, limit)
    const others = yield* announceOthers(sql, limit)
    yield* removeSettled(sql)
    return incidents.length + others.length
  })
