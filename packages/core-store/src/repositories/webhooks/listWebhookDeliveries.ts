import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { outcomeColumns, outcomeOf, type OutcomeRow } from "../deliveryRecords/outcome.ts"
import type { DispatchedNotification } from "../deliveries/Deliveries.ts"
import { incidentChecks } from "../incidents/IncidentRow.ts"
import type { WebhookDeliveryRow, Webhooks } from "./Webhooks.ts"
import { visibleWebhooks } from "./WebhookRow.ts"
import { type MonitorColumns, monitorOfWebhook, toMonitor } from "./monitorOfWebhook.ts"

interface Row extends Omit<WebhookDeliveryRow, "monitor" | "notification" | "outcome" | "reason">, OutcomeRow {
  readonly type: DispatchedNotification["type"]
  readonly kind: string
  readonly key: string
  readonly data: unknown
  readonly notifiedAt: Date
}

const toDelivery =
  (monitor: WebhookDeliveryRow["monitor"]) =>
  ({ attempts, createdAt, data, id, key, kind, notifiedAt, type, ...row }: Row): WebhookDeliveryRow => ({
    id,
    status: row.status,
    ...outcomeOf(row),
    createdAt,
    attempts,
    monitor,
    notification: { type, kind, key, data, createdAt: notifiedAt }
  })

export const listWebhookDeliveries = (sql: SqlClient.SqlClient): Webhooks["Service"]["deliveries"] =>
  operation("Webhooks.deliveries", function* (scope, id, limit) {
    if (!isPublicId(id)) return null
    const [webhook] = yield* sql<MonitorColumns>`
      select ${sql.literal(monitorOfWebhook)} from webhook w left join monitor m on m.id = w.monitor_id
      where ${visibleWebhooks(sql, scope)} and w.public_id = ${id}::uuid`
    if (webhook === undefined) return null
    const rows = yield* sql<Row>`
      select d.public_id as id, ${sql.literal(outcomeColumns)}, d.created_at as "createdAt",
        n.type, n.kind, n.key, n.created_at as "notifiedAt",
        case when i.id is null then n.data else jsonb_set(n.data, '{incident,checks}', ${incidentChecks(sql)}) end as data,
        coalesce((
          select jsonb_agg(jsonb_build_object('at', t.at, 'status', t.status, 'code', t.code,
            'durationMs', t.duration_ms, 'error', t.error) order by t.number)
          from delivery_attempt t where t.delivery_id = d.id
        ), '[]') as attempts
      from notification_delivery d
      join notification n on n.id = d.notification_id
      left join incident i on i.id = n.incident_id
      where d.account_id = ${scope.accountKey}::bigint and d.channel = 'webhook' and d.target = ${id}
      order by d.id desc limit ${limit}::int`
    return rows.map(toDelivery(toMonitor(webhook)))
  })
