import { type Email, Mailer, type WebhookDelivery } from "@mon/alerts/effect"
import { deliver, dispatchNext } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { TestAccount } from "./DeliveryWorld.ts"
import { layerChannels } from "./runDeliveries.ts"

/** Writes the deliveries of all pending notifications. */
export const dispatchAll = Effect.repeat(dispatchNext(), { until: (found) => !found })

/** Sends the emails and webhooks of an account that a worker would send now, in order. */
export const sendNow = Effect.fn("sendNow")(function* ({ viewer }: TestAccount, webhooks: Array<WebhookDelivery> = []) {
  const sql = yield* SqlClient.SqlClient
  const sent: Array<Email> = []
  const keys = yield* sql<{ key: string }>`
    select id::text as key from notification_delivery where account_id = ${viewer.accountKey}::bigint and status = 'pending' order by id`
  const memory = Layer.effect(
    Mailer,
    Effect.succeed(
      Mailer.over((mail) =>
        Effect.sync(() => {
          sent.push(mail)
          return { messageId: mail.messageId, responseCode: 250, response: "250 kept" }
        })
      )
    )
  )
  const webhook = (delivery: WebhookDelivery) => {
    webhooks.push(delivery)
    return {
      delivered: true,
      statusCode: 200,
      responseTimeMs: 1,
      error: null,
      gone: false,
      retryAfterSeconds: null
    } as const
  }
  for (const { key } of keys) yield* Effect.provide(deliver(key), layerChannels({ mail: memory, webhook }))
  return sent
})
