import type { Webhook, WebhookEvent } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"

export interface WebhookRow {
  readonly id: string
  readonly domain_id: string
  readonly url: string
  readonly label: string
  readonly events: ReadonlyArray<WebhookEvent>
  readonly is_active: boolean
  readonly created_at: Date
  readonly last_delivery_at: Date | null
  readonly last_delivery_status: string | null
}

/** Webhooks of domains that the caller can see. */
export const selectWebhooks = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select w.public_id as id, m.public_id as domain_id, w.url, w.label, w.events, w.is_active, w.created_at,
      w.last_delivery_at, w.last_delivery_status
    from webhook w join monitor m on m.id = w.monitor_id
    where w.account_id = ${scope.accountKey}::bigint and ${visibleDomains(sql, scope)}`

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  domainId: row.domain_id,
  url: row.url,
  label: row.label,
  events: row.events,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  lastDeliveryAt: row.last_delivery_at?.toISOString() ?? null,
  lastDeliveryStatus: row.last_delivery_status
})
