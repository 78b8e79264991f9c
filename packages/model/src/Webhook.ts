import * as Schema from "effect/Schema"
import { Fault, Timestamp } from "./Domain.ts"
import { NotificationType } from "./Event.ts"

/** What a webhook can be told of: every notification type, and `test`. */
export const WebhookEvent = Schema.Literals([...NotificationType.literals, "test"])
export type WebhookEvent = typeof WebhookEvent.Type

/** Limits of webhooks. */
export const webhookLimits = {
  urlLength: 2_048,
  labelLength: 100,
  /** Webhooks of one domain. */
  perDomain: 50
} as const

/** The record of a webhook. Absent values are null, never missing. */
export const Webhook = Schema.Struct({
  id: Schema.String,
  domainId: Schema.String,
  url: Schema.String,
  label: Schema.String,
  events: Schema.Array(WebhookEvent),
  isActive: Schema.Boolean,
  createdAt: Timestamp,
  lastDeliveryAt: Schema.NullOr(Timestamp),
  lastDeliveryStatus: Schema.NullOr(Schema.String)
})
export type Webhook = typeof Webhook.Type

/** The same right after its creation, with the secret that is shown this once. */
export const NewWebhook = Schema.Struct({ ...Webhook.fields, secret: Schema.String })
export type NewWebhook = typeof NewWebhook.Type

/** What came of a test delivery: at once, once. */
export const WebhookTest = Schema.Struct({
  delivered: Schema.Boolean,
  statusCode: Schema.NullOr(Schema.Number),
  responseTimeMs: Schema.NullOr(Schema.Number),
  error: Schema.NullOr(Fault)
})
export type WebhookTest = typeof WebhookTest.Type
