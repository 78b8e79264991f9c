import { composeNotice, isOwnFault, WEBHOOK_DISABLED_AFTER_SECONDS } from "@mon/alerts"
import { type WebhookResult, WebhookSender } from "@mon/alerts/effect"
import { type ClaimedDelivery, Secrets, type WebhookTarget, WebhookTargets, inTransaction } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { acknowledgeLinkOf } from "./AcknowledgeToken.ts"
import { DeliveryIdentity } from "./DeliveryIdentity.ts"
import { failed, skipped, sent } from "./DeliveryOutcome.ts"
import { switchedOffWords } from "./switchedOffWords.ts"
import { untilRecorded } from "./untilRecorded.ts"
import { webhookBody } from "./webhookBody.ts"
import { openWebhookSecret } from "./WebhookSecret.ts"

const notifyOwner = Effect.fnUntraced(function* (
  { id, label, monitor, ownerEmail, ownerLanguage, url }: WebhookTarget,
  reason: "gone" | "failing",
  deliveryId: string
) {
  const { baseUrl, service } = yield* DeliveryIdentity
  const words = switchedOffWords[ownerLanguage].webhook
  const name = monitor?.name ?? words.allMonitors
  const mail = composeNotice(
    {
      tone: "warning",
      word: "WEBHOOK",
      subject: words.subject(name),
      headline: name,
      lead: words.lead(name, reason),
      rows: [
        { label: "Webhook", value: label },
        { label: "URL", value: url }
      ],
      sections: [],
      link: null
    },
    {
      to: ownerEmail,
      language: ownerLanguage,
      timeZone: "UTC",
      service,
      messageDomain: new URL(baseUrl).hostname.replace(/^\[|\]$/gu, ""),
      settingsUrl: `${baseUrl}/app/settings/alerts`,
      stopUrl: null
    },
    { key: `webhook:${id}:${reason}:${deliveryId}` }
  )
  yield* (yield* OutgoingMail).postUnlessRefused(mail)
})

/**
 * Records how the receiver of a webhook responded. If the response switches off the webhook, its owner is notified
 * once.
 */
export const recordWebhookResult = Effect.fn("recordWebhookResult")(function* (
  target: WebhookTarget,
  result: WebhookResult,
  deliveryId: string
) {
  const { delivered, error, gone, statusCode } = result
  const targets = yield* WebhookTargets
  const attempt = { delivered, statusCode, gone, ownFault: error !== null && isOwnFault(error) }
  yield* inTransaction(
    "recordWebhookResult",
    Effect.flatMap(targets.record(target.id, attempt, WEBHOOK_DISABLED_AFTER_SECONDS), (reason) =>
      reason === null ? Effect.void : notifyOwner(target, reason, deliveryId)
    )
  )
})

export const sendWebhook = Effect.fn("sendWebhook")(function* (delivery: ClaimedDelivery) {
  const { id } = delivery
  const { baseUrl } = yield* DeliveryIdentity
  const target = yield* (yield* WebhookTargets).find(delivery.target)
  const secrets = yield* Secrets
  const payload =
    target === null
      ? null
      : webhookBody(delivery, target.monitor, baseUrl, (fact) => acknowledgeLinkOf(secrets, delivery, fact, baseUrl))
  if (target === null || payload === null) return skipped("gone")
  if (!target.isActive) return skipped("webhook_inactive")
  const secret = yield* Effect.option(openWebhookSecret(target))
  if (secret._tag === "None") return failed("secret_unreadable", "The webhook's secret cannot be decrypted.", false)
  const sender = yield* WebhookSender
  const result = yield* sender.send({
    url: target.url,
    secret: secret.value,
    id,
    event: payload.type,
    body: JSON.stringify(payload)
  })
  yield* untilRecorded(recordWebhookResult(target, result, id))
  if (result.delivered) return sent(result.statusCode === null ? null : String(result.statusCode))
  const { error, gone, retryAfterSeconds, statusCode } = result
  return failed(statusCode === null ? error.code : String(statusCode), error.message, !gone, retryAfterSeconds)
})
