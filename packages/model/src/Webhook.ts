import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { Fault } from "./Domain.ts"
import { NotificationType } from "./Event.ts"

const { countOrNull, flag, id, numberOrNull, orNull, record, text, textOrNull, time, timeOrNull, value } = described

/** The events that a webhook can get: every notification type, and `test`. */
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
export const Webhook = record("Webhook", "A webhook.", {
  id: id("Id of the webhook, opaque."),
  domainId: id("Id of the domain whose events it gets."),
  url: text("URL of the receiver.", "https://hooks.example.com/mon"),
  label: text("Display label; the host name of the URL when none was given.", "Chat"),
  events: value(Schema.Array(WebhookEvent), "The events that it gets.", ["status_change", "ssl_expiry"]),
  isActive: flag("Whether it gets deliveries; false once its receiver answered 410 or failed for five days.", true),
  createdAt: time("When it was created, ISO 8601 UTC."),
  lastDeliveryAt: timeOrNull("Last delivery attempt, ISO 8601 UTC, or null before the first."),
  lastDeliveryStatus: textOrNull(
    "Its outcome: the receiver's HTTP status, or `failed` when there was no answer; null before the first.",
    "200"
  )
})
export type Webhook = typeof Webhook.Type

/** The same right after its creation, with the secret, which is shown only then. */
export const NewWebhook = record("NewWebhook", "A webhook right after its creation.", {
  ...Webhook.fields,
  secret: text(
    "Signs each delivery; shown only here. `whsec_` and the base64 of 32 bytes.",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
  )
})
export type NewWebhook = typeof NewWebhook.Type

/** The outcome of a test delivery, which is attempted once, at once. */
export const WebhookTest = record("WebhookTest", "The outcome of a test delivery.", {
  delivered: flag("Whether the receiver answered with a status of 200 to 299.", true),
  statusCode: countOrNull("Its HTTP status, or null when there was no answer.", 200),
  responseTimeMs: numberOrNull("Duration of the attempt, or null when none was made. Milliseconds.", 128),
  error: orNull(Fault, "Why it was not delivered, or null when it was.")
})
export type WebhookTest = typeof WebhookTest.Type
