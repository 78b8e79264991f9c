import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { type WebhookRight, Webhooks } from "./Webhooks.ts"
import { createWebhook } from "./createWebhook.ts"
import { listWebhookDeliveries } from "./listWebhookDeliveries.ts"
import { selectWebhooks, toWebhook, visibleWebhooks, type WebhookRow } from "./WebhookRow.ts"
import { kindCodes } from "../monitors/MonitorCodes.ts"
import { accessColumn } from "../monitors/visibleMonitors.ts"

const scopes = { domain: kindCodes.domain, url: kindCodes.url, account: null } as const

const listWebhooks = (sql: SqlClient.SqlClient): Webhooks["Service"]["list"] =>
  operation("Webhooks.list", function* (scope, { domainId, scope: wanted, urlId }) {
    const ids = [domainId, urlId].filter((id) => id !== undefined)
    if (!ids.every(isPublicId)) return []
    const ofMonitors = ids.map((id) => sql`and m.public_id = ${id}::uuid`)
    const ofScope = wanted === undefined ? sql`` : sql`and m.kind is not distinct from ${scopes[wanted]}::smallint`
    const rows = yield* sql<WebhookRow>`
        ${selectWebhooks(sql, scope)} ${ofMonitors[0] ?? sql``} ${ofMonitors[1] ?? sql``} ${ofScope} order by w.id desc`
    return rows.map(toWebhook)
  })

const webhookRight = (sql: SqlClient.SqlClient): Webhooks["Service"]["right"] =>
  operation("Webhooks.right", function* (scope, id) {
    if (!isPublicId(id)) return null
    const [right] = yield* sql<WebhookRight>`
      select w.public_id as id, ${accessColumn(sql, scope)}
      from webhook w left join monitor m on m.id = w.monitor_id
      where ${visibleWebhooks(sql, scope)} and w.public_id = ${id}::uuid`
    return right ?? null
  })

const removeWebhook = (sql: SqlClient.SqlClient): Webhooks["Service"]["remove"] =>
  operation("Webhooks.remove", function* (scope, id) {
    if (!isPublicId(id)) return false
    const rows = yield* sql`
      delete from webhook where id in (
        select w.id from webhook w left join monitor m on m.id = w.monitor_id
        where ${visibleWebhooks(sql, scope)} and w.public_id = ${id}::uuid)
      returning 1`
    return rows.length > 0
  })

/** {@link Webhooks} over PostgreSQL. */
export const layerWebhooks: Layer.Layer<Webhooks, never, SqlClient.SqlClient> = Layer.effect(
  Webhooks,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Webhooks.of({
      list: listWebhooks(sql),
      right: webhookRight(sql),
      create: createWebhook(sql),
      deliveries: listWebhookDeliveries(sql),
      remove: removeWebhook(sql)
    })
  )
)
