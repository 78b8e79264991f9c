import type { Webhook, WebhookEvent } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { codeLiteral, kindCodes } from "../monitors/MonitorCodes.ts"
import { visibleMonitors } from "../monitors/visibleMonitors.ts"

export interface WebhookRow {
  readonly id: string
  readonly domain_id: string | null
  readonly url_id: string | null
  readonly url: string
  readonly label: string
  readonly events: ReadonlyArray<WebhookEvent>
  readonly is_active: boolean
  readonly created_at: Date
  readonly last_delivery_at: Date | null
  readonly last_delivery_status: string | null
}

/** Webhooks `w` that the caller can see, with their monitor `m`: its owner all, a member those of shared monitors. */
export const visibleWebhooks = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  scope.role === "owner"
    ? sql`w.account_id = ${scope.accountKey}::bigint and m.deleted_at is null`
    : sql`w.account_id = ${scope.accountKey}::bigint and ${visibleMonitors(sql, scope)}`

/** Webhooks that the caller can see. */
export const selectWebhooks = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select w.public_id as id, case when m.kind = ${codeLiteral(sql, kindCodes.domain)} then m.public_id end as domain_id,
      case when m.kind = ${codeLiteral(sql, kindCodes.url)} then m.public_id end as url_id,
      w.url, w.label, w.events, w.is_active, w.created_at, w.last_delivery_at, w.last_delivery_status
    from webhook w left join monitor m on m.id = w.monitor_id
    where ${visibleWebhooks(sql, scope)}`

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  domainId: row.domain_id,
  urlId: row.url_id,
  scope: row.domain_id !== null ? "domain" : row.url_id !== null ? "url" : "account",
  url: row.url,
  label: row.label,
  events: row.events,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  lastDeliveryAt: row.last_delivery_at?.toISOString() ?? null,
  lastDeliveryStatus: row.last_delivery_status
})
