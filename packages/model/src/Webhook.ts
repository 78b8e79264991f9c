import * as Schema from "effect/Schema"
import { outcomeFields } from "./DeliveryOutcome.ts"
import { described } from "./Described.ts"
import { Fault } from "./Fault.ts"
import { fieldsByKind, monitorKindNames, monitorKinds } from "./monitorKinds.ts"
import { NotificationStatus, NotificationType } from "./Event.ts"

const {
  countOrNull,
  flag,
  id,
  idOrNull,
  list,
  numberOrNull,
  orNull,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
  value,
  wordOrNull
} = described

/** The events that a webhook can receive: every notification type, and `test`. */
export const WebhookEvent = Schema.Literals([...NotificationType.literals, "test"])
export type WebhookEvent = typeof WebhookEvent.Type

/** The monitors whose events a webhook receives: one monitor, or with `account` all current and future monitors. */
export const WebhookScope = Schema.Literals([...monitorKindNames, "account"])
export type WebhookScope = typeof WebhookScope.Type

/** Limits of webhooks. */
export const webhookLimits = {
  urlLength: 2_048,
  labelLength: 100,
  /**
   * The maximum number of webhooks of one monitor. The same limit applies to an account's webhooks for all monitors.
   */
  perTarget: 50,
  deliveriesListed: { minimum: 1, maximum: 50, default: 20 }
} as const

/** The record of a webhook. Absent values are null, never missing. */
export const Webhook = record("Webhook", "A webhook.", {
  id: id("Opaque id of the webhook."),
  ...fieldsByKind("Id", (kind) => {
    const { noun } = monitorKinds[kind]
    return idOrNull(
      `Id of the ${noun} whose events the webhook receives, or null if the webhook is not for a single ${noun}.`
    )
  }),
  scope: value(
    WebhookScope,
    "The events that the webhook receives: those from one `domain`, from one `url` monitor, or from the whole `account` with all its monitors.",
    "domain"
  ),
  url: text("URL of the receiver.", "https://hooks.example.com/mon"),
  label: text("Display label. If none was set, this is the URL's host name.", "Chat"),
  events: value(Schema.Array(WebhookEvent), "Events that the webhook receives.", ["status_change", "ssl_expiry"]),
  isActive: flag(
    "Whether Mon delivers events to the webhook. False after the receiver returned 410 or failed for five days.",
    true
  ),
  createdAt: time("Creation time, ISO 8601 UTC."),
  lastDeliveryAt: timeOrNull("Time of the last delivery attempt, ISO 8601 UTC, or null before the first attempt."),
  lastDeliveryStatus: textOrNull(
    "Outcome of the last delivery attempt: the HTTP status from the receiver, or `failed` if there was no response. Null before the first attempt.",
    "200"
  )
})
export interface Webhook extends Schema.Schema.Type<typeof Webhook> {}

/** The record of a webhook that was just created. Only this record contains the secret. */
export const NewWebhook = record("NewWebhook", "A webhook right after its creation.", {
  ...Webhook.fields,
  secret: text(
    "Secret that signs each delivery: `whsec_` followed by the base64 form of 32 bytes. Only this response contains the secret.",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
  )
})
export interface NewWebhook extends Schema.Schema.Type<typeof NewWebhook> {}

/** The outcome of a test delivery. A test delivery is attempted once, immediately. */
export const WebhookTest = record("WebhookTest", "The outcome of a test delivery.", {
  delivered: flag("Whether the receiver returned a status of 200 to 299.", true),
  statusCode: countOrNull("HTTP status of the response, or null if there was no response.", 200),
  responseTimeMs: numberOrNull("Duration of the attempt, or null if none was made. Milliseconds.", 128),
  error: orNull(Fault, "The reason why the event was not delivered, or null if it was delivered.")
})
export interface WebhookTest extends Schema.Schema.Type<typeof WebhookTest> {}

/** One attempt at a delivery to a webhook. */
export const WebhookAttemptRecord = record("WebhookAttempt", "An attempt to deliver an event to a webhook.", {
  at: time("Time of the attempt, ISO 8601 UTC."),
  status: wordOrNull(
    ["sent", "failed"],
    "Result of the attempt. Null while it runs, or if the worker stopped before it knew the result."
  ),
  statusCode: countOrNull("HTTP status of the response, or null if there was no response.", 200),
  durationMs: countOrNull("Duration of the attempt, or null while it is not known. Milliseconds.", 128),
  error: orNull(Fault, "The reason why the attempt failed, or null.")
})
export interface WebhookAttemptRecord extends Schema.Schema.Type<typeof WebhookAttemptRecord> {}

/** A delivery to a webhook, with the body that was sent. */
export const WebhookDeliveryRecord = record("WebhookDelivery", "An event for a webhook, and what happened to it.", {
  id: id("Opaque id of the delivery. Every attempt has the same id."),
  event: value(WebhookEvent, "The event.", "status_change"),
  title: text("Title in a few words.", "DOWN Shop"),
  status: value(NotificationStatus, "Status of the delivery.", "sent"),
  ...outcomeFields,
  body: textOrNull(
    "Body of the request, or null if the event no longer concerns the domain.",
    '{"id":"01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e","type":"status_change"}'
  ),
  createdAt: time("Creation time, ISO 8601 UTC."),
  attempts: list(WebhookAttemptRecord, "The attempts, oldest first.")
})
export interface WebhookDeliveryRecord extends Schema.Schema.Type<typeof WebhookDeliveryRecord> {}
