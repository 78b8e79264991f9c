import { isPublicId, type Language } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { type MonitorColumns, monitorOfWebhook, toMonitor, type WebhookMonitor } from "./Webhooks.ts"

/** A webhook, with the facts that are needed for deliveries to it. */
export interface WebhookTarget {
  readonly id: string
  readonly url: string
  readonly label: string
  /** The encrypted secret. */
  readonly secret: string
  readonly isActive: boolean
  /** The monitor of the webhook. Null if the webhook is for all monitors of the account. */
  readonly monitor: WebhookMonitor | null
  readonly ownerEmail: string
  readonly ownerLanguage: Language
}

/** The result of an attempt at a delivery to a webhook. */
export interface WebhookAttempt {
  readonly delivered: boolean
  readonly statusCode: number | null
  /** Whether the receiver answered 410 Gone, which means that it wants no more requests. */
  readonly gone: boolean
  /** Whether the attempt failed because of an error in the worker. Such a failure says nothing about the receiver. */
  readonly ownFault: boolean
}

interface Row extends Omit<WebhookTarget, "monitor">, MonitorColumns {}

const statusOf = ({
  delivered,
  statusCode
}: {
  readonly delivered: boolean
  readonly statusCode: number | null
}): string => (statusCode === null ? (delivered ? "delivered" : "failed") : String(statusCode))

const record = (sql: SqlClient.SqlClient) =>
  operation("WebhookTargets.record", function* (id: string, attempt: WebhookAttempt, disabledAfterSeconds: number) {
    const { delivered, gone, ownFault } = attempt
    const [row] = yield* sql<{ readonly reason: "gone" | "failing" | null; readonly disabled: boolean }>`
      with before as (select id, is_active, failing_since from webhook where public_id = ${id}::uuid for update),
      judged as (
        select id, is_active, case when ${delivered} then null when ${ownFault} then failing_since else coalesce(failing_since, mon_now()) end as failing_since,
          case when ${gone} then 'gone'
            when not ${delivered} and not ${ownFault} and failing_since <= mon_now() - ${disabledAfterSeconds}::int * interval '1 second' then 'failing' end as reason
        from before
      )
      update webhook w set last_delivery_at = mon_now(), last_delivery_status = ${statusOf(attempt)}, failing_since = j.failing_since,
        is_active = w.is_active and j.reason is null, disabled_reason = coalesce(j.reason, w.disabled_reason)
      from judged j where w.id = j.id
      returning j.reason, j.is_active and j.reason is not null as disabled`
    return row?.disabled === true ? row.reason : null
  })

/** The webhooks to which deliveries go, and the record of the attempts. */
export class WebhookTargets extends Context.Service<WebhookTargets>()("@mon/core-store/WebhookTargets", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    find: operation("WebhookTargets.find", function* (id: string): Returns<WebhookTarget | null> {
      if (!isPublicId(id)) return null
      const [row] = yield* sql<Row>`
      select w.public_id as id, w.url, w.label, w.secret, w.is_active as "isActive", u.email as "ownerEmail",
        coalesce(us.language, 'en') as "ownerLanguage",
        ${sql.literal(monitorOfWebhook)}
      from webhook w left join monitor m on m.id = w.monitor_id
      join membership ms on ms.account_id = w.account_id and ms.role = 'owner' and ms.removed_at is null
      join app_user u on u.id = ms.user_id left join user_setting us on us.user_id = u.id
      where w.public_id = ${id}::uuid and m.deleted_at is null`
      if (row === undefined) return null
      const { monitor_id: _id, monitor_kind: _kind, monitor_name: _name, monitor_url: _url, ...target } = row
      return { ...target, monitor: toMonitor(row) }
    }),
    /** Records an attempt. If the attempt switched off the webhook, returns the reason; otherwise, returns null. */
    record: record(sql)
  }))
}) {
  static readonly layer = Layer.effect(WebhookTargets, WebhookTargets.make)
}
