import {
  composeNotice,
  isOwnFault,
  type RenderableFact,
  WEBHOOK_DISABLED_AFTER_SECONDS,
  webhookPayload,
  type WebhookPayload
} from "@mon/alerts"
import { type WebhookResult, WebhookSender } from "@mon/alerts/effect"
import {
  type ClaimedDelivery,
  inTransaction,
  Secrets,
  type WebhookMonitor,
  type WebhookTarget,
  WebhookTargets
} from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { acknowledgeLinkOf } from "./AcknowledgeToken.ts"
import { DeliveryIdentity } from "./DeliveryIdentity.ts"
import { failed, sent, skipped, untilRecorded } from "./DeliveryOutcome.ts"
import { deliveredFact, permalinkOf } from "./deliveredFact.ts"
import { switchedOffWords } from "./switchedOffWords.ts"

/**
 * Reduces a weekly report to the part about the webhook's monitor. Null if the report does not contain that monitor.
 */
const partFor = (fact: RenderableFact, monitor: WebhookMonitor | null): RenderableFact | null => {
  if (fact.kind !== "weekly_report" || monitor === null) return fact
  if (monitor.kind === "url") {
    const url = fact.urls.find(({ id }) => id === monitor.id)
    return url === undefined ? null : { ...fact, domains: [], urls: [url], checks: 0, checksMissed: 0 }
  }
  const domain = fact.domains.find(({ id }) => id === monitor.id)
  return domain === undefined
    ? null
    : { ...fact, domains: [domain], urls: [], checks: domain.checks, checksMissed: domain.checksMissed }
}

/**
 * Builds the body of a delivery to a webhook. `monitor` is null for a webhook about all monitors. Pass
 * `acknowledgeLink` only if nobody except the receiver can see the body. Returns null if there is nothing left to send.
 */
export const webhookBody = (
  delivery: Pick<ClaimedDelivery, "id" | "isDigest" | "notifications">,
  monitor: WebhookMonitor | null,
  baseUrl: string,
  acknowledgeLink: (fact: RenderableFact) => string | null = () => null
): WebhookPayload | null => {
  const [first] = delivery.notifications
  const whole = deliveredFact(delivery)
  const fact = whole === null ? null : partFor(whole, monitor)
  return fact === null || first === undefined
    ? null
    : webhookPayload(fact, {
        id: delivery.id,
        createdAt: first.createdAt.toISOString(),
        link: permalinkOf(fact, baseUrl),
        acknowledgeLink: acknowledgeLink(fact)
      })
}

/** The key-derivation label for webhook secrets. A sealed secret is bound to the public id of its webhook. */
export const WEBHOOK_LABEL = "webhook secret"

export const sealWebhookSecret = Effect.fn("sealWebhookSecret")(function* (id: string, secret: Redacted.Redacted) {
  return yield* (yield* Secrets).seal(WEBHOOK_LABEL, Redacted.value(secret), id)
})

/** Opens the secret of a webhook. Fails with a SecretError if none of the service's keys opens it. */
export const openWebhookSecret = Effect.fn("openWebhookSecret")(function* ({
  id,
  secret
}: {
  readonly id: string
  readonly secret: string
}) {
  const secrets = yield* Secrets
  return Redacted.make(yield* secrets.open(WEBHOOK_LABEL, secret, id))
})

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
