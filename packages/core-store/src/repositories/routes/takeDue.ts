import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { PendingNotification } from "../deliveries/Deliveries.ts"
import { isDelayed } from "../deliveryRecords/delayedAlerts.ts"
import { pendingColumns } from "../deliveries/takeUndispatched.ts"
import type { RoutedAlerts } from "./RoutedAlerts.ts"
import { readRoutes, workingRoute } from "./selectRoutes.ts"

interface Row extends PendingNotification {
  readonly routeKey: string | null
  readonly openedAt: Date
  readonly doneAt: Date | null
  readonly acknowledgedAt: Date | null
  readonly waitsUntil: Date | null
  readonly isOver: boolean | null
  readonly isSent: boolean
}

/**
 * Whether what the alert `n` is about has ended. An incident also ends when its monitor is paused, and then has no
 * recovery. The end of bad email health is only known by its recovery.
 */
const isOver = `
  d.ended_at is not null or m.deleted_at is not null or m.paused_at is not null
    or case n.kind when 'down' then i.resolved_at is not null when 'degraded' then not coalesce(s.is_degraded, false)
      else false end`

export const takeDue = (sql: SqlClient.SqlClient): RoutedAlerts["Service"]["takeDue"] =>
  operation("RoutedAlerts.takeDue", function* () {
    const [row] = yield* sql<Row>`
        select ${sql.literal(pendingColumns)}, d.route_id::text as "routeKey", d.opened_at as "openedAt",
          d.done_at as "doneAt", i.acknowledged_at as "acknowledgedAt",
          case when maintenance_at(n.monitor_id, mon_now()) is not null
            then maintenance_end(n.monitor_id, mon_now()) end as "waitsUntil",
          ${sql.literal(isOver)} as "isOver",
          exists (select from notification_delivery o where o.notification_id = n.id) as "isSent"
        from alert_due d join notification n on n.id = d.notification_id join account a on a.id = n.account_id
        left join monitor m on m.id = n.monitor_id left join monitor_schedule s on s.monitor_id = n.monitor_id
        left join incident i on i.id = n.incident_id
        where d.due_at <= mon_now() and not ${isDelayed(sql)}
        order by d.due_at limit 1 for update of d skip locked`
    if (row === undefined) return null
    const { acknowledgedAt, doneAt, isOver: over, isSent, openedAt, routeKey, waitsUntil, ...notification } = row
    const routes = routeKey === null ? [] : yield* readRoutes(sql, row.accountKey, row.monitorKey)
    const found = routes.find(({ key, stoppedBy }) => key === routeKey && stoppedBy !== "plan")
    return {
      notification,
      openedAtMs: openedAt.getTime(),
      doneAtMs: doneAt?.getTime() ?? null,
      nowMs: row.now.getTime(),
      route: found === undefined ? null : workingRoute(found),
      acknowledgedAtMs: acknowledgedAt?.getTime() ?? null,
      isOver: over === true,
      waitsUntilMs: waitsUntil?.getTime() ?? null,
      isSent
    }
  })
