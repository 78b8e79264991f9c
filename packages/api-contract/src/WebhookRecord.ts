import { NewWebhook, Webhook, WebhookTest } from "@mon/model"
import * as Schema from "effect/Schema"
import { described, finite, whole } from "./Described.ts"
import { FaultRecord } from "./DomainRecord.ts"

const time = "2026-11-21T08:15:00.000Z"

const fields = {
  id: { about: "Id of the webhook, opaque.", example: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d71" },
  domainId: { about: "Id of the domain that it tells of.", example: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e" },
  url: { about: "Where deliveries go.", example: "https://hooks.example.com/mon" },
  label: { about: "Display label; the host name of the URL when none was given.", example: "Chat" },
  events: { about: "What it is told of.", example: ["status_change", "ssl_expiry"] },
  isActive: {
    about: "Whether it gets deliveries; false once its receiver wanted no more or failed for five days.",
    example: true
  },
  createdAt: { about: "When it was made, ISO 8601 UTC.", example: time },
  lastDeliveryAt: { about: "Last attempt at a delivery, ISO 8601 UTC, or null before the first.", example: time },
  lastDeliveryStatus: {
    about: "What came of it: the receiver's HTTP status, or `failed` when there was no answer; null before the first.",
    example: "200"
  }
} as const

/** The record of a webhook with its description. */
export const WebhookRecord = described(Webhook, "Webhook", "A webhook.", fields)

/** The same with the secret, which is shown on creation alone. */
export const NewWebhookRecord = described(NewWebhook, "NewWebhook", "A webhook right after its creation.", {
  ...fields,
  secret: {
    about: "Signs each delivery; shown this once. `whsec_` and the base64 of 32 bytes.",
    example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
  }
})

/** What came of a test delivery. */
export const WebhookTestRecord = described(WebhookTest, "WebhookTest", "What came of a test delivery.", {
  delivered: { about: "Whether the receiver answered with a status of 200 to 299.", example: true },
  statusCode: { about: "Its HTTP status, or null when there was no answer.", example: 200, as: Schema.NullOr(whole) },
  responseTimeMs: {
    about: "How long the attempt took, or null when none was made. Milliseconds.",
    example: 128,
    as: Schema.NullOr(finite)
  },
  error: { about: "Why it was not delivered, or null when it was.", as: Schema.NullOr(FaultRecord) }
})
