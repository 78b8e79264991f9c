import type { NotificationDelivery } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { outcomeColumns, outcomeOf, type OutcomeRow } from "./outcome.ts"

/** The part of a delivery's key that marks it as a change of an earlier message. */
export const UPDATE = ":acknowledgement:"

/**
 * SQL for whether the delivery `d` changes an earlier message about its incident, because an acknowledgement was added
 * or withdrawn.
 */
export const isUpdate = (d: string): string => `(position('${UPDATE}' in ${d}.key) > 0)`

export interface DeliveryRow extends OutcomeRow {
  readonly id: string
  readonly notification_id: string
  readonly event: string
  readonly channel: NotificationDelivery["channel"]
  readonly recipient: string | null
  readonly kind: string | null
  readonly name: string | null
  readonly attempts: number
  readonly route_step: number | null
  readonly reminder: number | null
  readonly is_update: boolean
  readonly created_at: Date
  readonly settled_at: Date | null
}

/**
 * Selects the columns of {@link DeliveryRow}. A `where` over `n` and `d` follows. Members see only their own addresses.
 * Renamed targets have their current name. Deleted targets have the name that they had at the time of the delivery.
 */
export const selectDeliveries = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select d.public_id as id, n.public_id as notification_id, n.kind as event, d.channel, d.attempts, ${sql.literal(outcomeColumns)},
      d.route_step, d.reminder, ${sql.literal(isUpdate("d"))} as is_update, d.created_at, d.settled_at,
      case when r.is_seen then d.target end as recipient,
      case when r.is_seen then coalesce(ch.kind, d.target_kind) end as kind,
      case when r.is_seen then case when d.channel in ('channel', 'webhook') then coalesce(ch.name, w.label, d.target_name)
        else d.target end end as name
    from notification_delivery d join notification n on n.id = d.notification_id
    left join alert_channel ch on d.channel = 'channel' and ch.account_id = d.account_id and ch.public_id::text = d.target
    left join webhook w on d.channel = 'webhook' and w.account_id = d.account_id and w.public_id::text = d.target
    cross join lateral (
      select ${scope.role === "owner"}::boolean or coalesce(d.user_id = ${scope.userKey}::bigint, false) as is_seen) r`

/**
 * Returns the message of a delivery, or null if a newer fact superseded the delivery. In that case the column holds the
 * kind of the newer fact instead of a message.
 */
const messageOf = ({ error_code: code, error_message: message }: DeliveryRow) =>
  code === "superseded" ? null : message

export const toDelivery = (row: DeliveryRow): NotificationDelivery => ({
  id: row.id,
  notificationId: row.notification_id,
  event: row.event,
  channel: row.channel,
  recipient: row.recipient,
  kind: row.kind,
  name: row.name,
  status: row.status,
  ...outcomeOf(row),
  attempts: row.attempts,
  error:
    row.status === "sent" || (row.error_code === null && row.error_message === null)
      ? null
      : { code: row.error_code ?? "failed", message: messageOf(row) ?? row.error_code ?? "failed" },
  step: row.route_step,
  reminder: row.reminder,
  isUpdate: row.is_update,
  createdAt: row.created_at.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null
})
