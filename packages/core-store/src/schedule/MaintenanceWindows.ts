import { isPublicId, PlanName, Plans } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { isMuted } from "../access/alertPause.sql.ts"
import { isDelayed } from "../incidents/outcome.ts"
import { codeLiteral, pageStateCodes } from "../monitors/statements/MonitorCodes.ts"
import {
  canEditWindow,
  expiringWindows,
  extendWindow,
  findWindow,
  listWindows,
  settleOccurrences,
  type StoredSchedule,
  toSchedule,
  visibleWindows
} from "./WindowRow.ts"
import { createWindow, endWindow, removeWindow, updateWindow } from "./saveWindow.ts"

/**
 * SQL for whether no window covers the monitor of a notification `n` any more, and the monitor has been checked since
 * the workers last resumed their work.
 */
const isOver = (sql: SqlClient.SqlClient) =>
  sql`maintenance_at(n.monitor_id, mon_now()) is null and not ${sql.literal(isDelayed)}`

/**
 * SQL that announces the facts `found`, which maintenance has suppressed. A fact that a pause of the alerts has
 * suppressed is never announced. Nobody is notified of a deleted or paused monitor.
 */
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
 * Announces incidents. The statement locks the row of each incident. A recovery that is recorded at the same time
 * either finds the incident announced, or makes this statement skip the incident.
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

/**
 * Announces all facts other than incidents, but only the newest fact of each kind and monitor. The statement locks the
 * rows in `maintenance_waiting`.
 */
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
        when 'page_error' then s.state = ${codeLiteral(sql, pageStateCodes.error)}
        when 'certificate_invalid' then coalesce((f.ssl ->> 'valid')::boolean, true) = false
        else true end
      order by due.monitor_id, due.kind, due.id desc
    )
    ${announced(sql)}`

const removeSettled = (sql: SqlClient.SqlClient) =>
  sql`
    delete from maintenance_waiting w
    where not exists (select from notification n left join incident i on i.id = n.incident_id
      where n.id = w.notification_id and (n.kind <> 'down' or (i.is_unannounced and i.resolved_at is null)))`

/** The oldest windows of an account take precedence. */
const applyLimits = (sql: SqlClient.SqlClient) =>
  operation("MaintenanceWindows.applyLimits", function* () {
    const plans = yield* Plans
    const limits = Object.fromEntries(PlanName.literals.map((plan) => [plan, plans[plan].maintenanceWindows]))
    const rows = yield* sql`
      update maintenance_window w set is_stopped = not w.is_stopped
      from (
        select o.id, row_number() over (partition by o.account_id order by o.id)
          > (${JSON.stringify(limits)}::text::jsonb ->> case when a.plan_expires_at <= mon_now() then 'free' else a.plan end)::int
          as exceeds
        from maintenance_window o join account a on a.id = o.account_id where o.ended_at is null
      ) x
      where w.id = x.id and w.is_stopped <> x.exceeds
      returning 1`
    return rows.length
  })

/** The maintenance windows that the caller can see, and the work that is due when windows begin and end. */
export class MaintenanceWindows extends Context.Service<MaintenanceWindows>()("@mon/core-store/MaintenanceWindows", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Lists windows: first the active windows, then future windows by their next start, and then the windows that have
     * ended, most recent first.
     */
    list: listWindows(sql),
    find: findWindow(sql),
    /** Returns the schedule of a window that the caller can see, and whether the caller can change it. */
    scheduleOf: operation("MaintenanceWindows.scheduleOf", function* (scope: AccessScope, id: string): Returns<
      (StoredSchedule & { readonly canEdit: boolean }) | null
    > {
      if (!isPublicId(id)) return null
      const [row] = yield* sql<Parameters<typeof toSchedule>[0] & { readonly can_edit: boolean }>`
      select w.starts_at, w.minutes, w.timezone, w.recurrence, ${canEditWindow(sql, scope)} as can_edit
      from maintenance_window w where ${visibleWindows(sql, scope)} and w.public_id = ${id}::uuid`
      return row === undefined ? null : { ...toSchedule(row), canEdit: row.can_edit }
    }),
    create: createWindow(sql),
    /**
     * Changes a window. The part of the active occurrence that is already over still counts as maintenance of the
     * covered monitors.
     */
    update: updateWindow(sql),
    /** Ends the active occurrence now. Later occurrences still take place. */
    end: endWindow(sql),
    remove: removeWindow(sql),
    /** Returns at most `limit` windows whose stored occurrences reach less than `days` into the future. */
    expiring: expiringWindows(sql),
    /** Stores the next occurrences of a window. Idempotent. */
    extend: extendWindow(sql),
    /**
     * Stores at most `limit` occurrences that are over as maintenance periods of their monitors. Returns the number of
     * stored occurrences.
     */
    settle: settleOccurrences(sql),
    /**
     * Announces facts that began during maintenance and are still true at its end, at most `limit` incidents and
     * `limit` other facts. Returns the number of announced facts. Each fact is announced once, no matter how many
     * workers call this method.
     */
    announceEnded: operation("MaintenanceWindows.announceEnded", function* (limit: number) {
      const [waiting] = yield* sql<{ found: boolean }>`select exists (select from maintenance_waiting) as found`
      if (waiting?.found !== true) return 0
      const incidents = yield* announceIncidents(sql, limit)
      const others = yield* announceOthers(sql, limit)
      yield* removeSettled(sql)
      return incidents.length + others.length
    }),
    /**
     * Stops the newest windows of accounts that have more windows than their plan allows, and restarts windows that a
     * plan allows again.
     */
    applyLimits: applyLimits(sql)
  }))
}) {
  static readonly layer = Layer.effect(MaintenanceWindows, MaintenanceWindows.make)
}
