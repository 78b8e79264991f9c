import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import { type WebhookRight, Webhooks } from "./Webhooks.ts"
import { createWebhook } from "./createWebhook.ts"
import { listWebhookDeliveries } from "./listWebhookDeliveries.ts"
import { selectWebhooks, toWebhook, type WebhookRow } from "./WebhookRow.ts"
import { accessColumn, visibleDomains } from "../monitors/visibleMonitors.ts"

const listWebhooks = (sql: SqlClient.SqlClient): Webhooks["Service"]["list"] =>
  Effect.fn("Webhooks.list")(
    function* (scope, domainId) {
      if (domainId !== null && !isPublicId(domainId)) return []
      const ofDomain = domainId === null ? sql`` : sql`and m.public_id = ${domainId}::uuid`
      const rows = yield* sql<WebhookRow>`${selectWebhooks(sql, scope)} ${ofDomain} order by w.id desc`
      return rows.map(toWebhook)
    },
    Effect.mapError(storeError("Webhooks.list"))
  )

const webhookRight = (sql: SqlClient.SqlClient): Webhooks["Service"]["right"] =>
  Effect.fn("Webhooks.right")(
    function* (scope, id) {
      if (!isPublicId(id)) return null
      const [right] = yield* sql<WebhookRight>`
      select w.public_id as id, ${accessColumn(sql, scope)}
      from webhook w join monitor m on m.id = w.monitor_id
      where w.account_id = ${scope.accountKey}::bigint and ${visibleDomains(sql, scope)} and w.public_id = ${id}::uuid`
      return right ?? null
    },
    Effect.mapError(storeError("Webhooks.right"))
  )

const removeWebhook = (sql: SqlClient.SqlClient): Webhooks["Service"]["remove"] =>
  Effect.fn("Webhooks.remove")(
    function* (scope, id) {
      if (!isPublicId(id)) return false
      const rows = yield* sql`
      delete from webhook w using monitor m
      where m.id = w.monitor_id and w.account_id = ${scope.accountKey}::bigint and ${visibleDomains(sql, scope)}
        and w.public_id = ${id}::uuid
      returning 1`
      return rows.length > 0
    },
    Effect.mapError(storeError("Webhooks.remove"))
  )

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
