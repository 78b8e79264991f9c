import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { outcomeColumns, outcomeOf, type OutcomeRow } from "../deliveryRecords/outcome.ts"
import type { DispatchedNotification } from "../deliveries/Deliveries.ts"
import type { AlertChannels, ChannelDeliveryRow } from "./AlertChannels.ts"

interface Row extends Omit<ChannelDeliveryRow, "notifications" | "outcome" | "reason">, OutcomeRow {
  readonly notifications: ReadonlyArray<Omit<DispatchedNotification, "createdAt"> & { readonly createdAt: string }>
}

/** A summary stands for its parts. */
export const listChannelDeliveries = (sql: SqlClient.SqlClient): AlertChannels["Service"]["deliveries"] =>
  operation("AlertChannels.deliveries", function* ({ accountKey }, id, limit) {
    if (!isPublicId(id)) return null
    const [channel] = yield* sql`
        select from alert_channel where account_id = ${accountKey}::bigint and public_id = ${id}::uuid`
    if (channel === undefined) return null
    const rows = yield* sql<Row>`
        select d.public_id as id, ${sql.literal(outcomeColumns)}, d.created_at as "createdAt",
          coalesce((
            select jsonb_agg(jsonb_build_object('type', n.type, 'kind', n.kind, 'key', n.key, 'data', n.data,
              'createdAt', n.created_at) order by n.id)
            from notification_delivery p join notification n on n.id = p.notification_id
            where p.id = d.id or p.digest_id = d.id
          ), '[]') as notifications,
          coalesce((
            select jsonb_agg(jsonb_build_object('at', t.at, 'status', t.status, 'code', t.code,
              'durationMs', t.duration_ms, 'error', t.error) order by t.number)
            from delivery_attempt t where t.delivery_id = d.id
          ), '[]') as attempts
        from notification_delivery d left join notification n on n.id = d.notification_id
        where d.account_id = ${accountKey}::bigint and d.channel = 'channel' and d.target = ${id} and d.digest_id is null
        order by d.id desc limit ${limit}::int`
    return rows.map((row) => ({
      id: row.id,
      status: row.status,
      ...outcomeOf(row),
      createdAt: row.createdAt,
      attempts: row.attempts,
      notifications: row.notifications.map((fact) => ({ ...fact, createdAt: new Date(fact.createdAt) }))
    }))
  })
