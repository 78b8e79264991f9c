import {
  composeEmail,
  nextAttemptMs,
  type Recipient,
  type RetrySchedule,
  retrySchedules,
  whatsAppText
} from "@mon/alerts"
import { Mailer, WhatsAppSender } from "@mon/alerts/effect"
import {
  type ClaimedDelivery,
  Deliveries,
  type DeliveryChannel,
  randomBytes,
  RefusedAddresses,
  Secrets,
  STORED
} from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { makeUnsubscribeToken } from "../mail/UnsubscribeToken.ts"
import { STORED_REPLY } from "../mail/layerMailer.ts"
import { recordRefusal } from "../mail/recordRefusal.ts"
import { workspaceOf } from "../mail/workspaceOf.ts"
import { acknowledgeLinkOf } from "./AcknowledgeToken.ts"
import { DeliveryIdentity, type DeliveryIdentitySettings } from "./DeliveryIdentity.ts"
import { countAttempt, type DeliveryOutcome, failed, sent, skipped, untilRecorded } from "./DeliveryOutcome.ts"
import { channelTraits } from "./sendTo.ts"
import { deliveredFact, permalinkOf } from "./deliveredFact.ts"
import { sendChannel } from "./sendChannel.ts"
import { sendWebhook } from "./sendWebhook.ts"

/**
 * Returns the unsubscribe link. Every weekly report contains it, and so do alerts to addresses without an account,
 * because their owners have no settings page.
 */
const unsubscribeUrl = (
  { accountId, notifications, person, target: address }: ClaimedDelivery,
  { baseUrl }: DeliveryIdentitySettings,
  secrets: Secrets["Service"]
) => {
  if (notifications[0]?.type === "weekly_report")
    return `${baseUrl}/stop/${makeUnsubscribeToken(secrets, { kind: "weekly_report", accountId, address })}`
  return person === null
    ? `${baseUrl}/stop/${makeUnsubscribeToken(secrets, { kind: "alerts", accountId, address })}`
    : null
}

const sendMail = Effect.fn("sendMail")(function* (delivery: ClaimedDelivery) {
  const identity = yield* DeliveryIdentity
  const secrets = yield* Secrets
  const mailer = yield* Mailer
  const { person, target } = delivery
  const fact = deliveredFact(delivery, person?.language ?? "en")
  if (fact === null) return skipped("gone")
  if (yield* (yield* RefusedAddresses).isRefused(target)) return skipped("address_refused")
  const recipient: Recipient = {
    to: target,
    timeZone: person?.timezone ?? "UTC",
    language: person?.language ?? "en",
    service: identity.service,
    messageDomain: new URL(identity.baseUrl).hostname.replace(/^\[|\]$/gu, ""),
    settingsUrl: person === null ? null : `${identity.baseUrl}/app/settings/alerts`,
    stopUrl: unsubscribeUrl(delivery, identity, secrets),
    workspace: yield* workspaceOf(delivery)
  }
  const link = person === null ? null : permalinkOf(fact, identity.baseUrl)
  const acknowledgeLink = acknowledgeLinkOf(secrets, delivery, fact, identity.baseUrl)
  return yield* mailer
    .send(composeEmail(fact, recipient, { link, acknowledgeLink, reminderMinutes: delivery.reminderMinutes }))
    .pipe(
      Effect.map(({ response, responseCode }) => sent(response === STORED_REPLY ? STORED : String(responseCode))),
      Effect.tapError((error) => untilRecorded(recordRefusal(error, target, delivery.accountId))),
      Effect.catchTag("MailError", ({ detail, reason, responseCode, retryable }) =>
        Effect.succeed(failed(responseCode === null ? reason.toLowerCase() : String(responseCode), detail, retryable))
      )
    )
})

const sendWhatsApp = Effect.fn("sendWhatsApp")(function* (delivery: ClaimedDelivery) {
  const sender = yield* WhatsAppSender
  const { baseUrl } = yield* DeliveryIdentity
  const { person, target } = delivery
  const fact = deliveredFact(delivery)
  const reminder = delivery.reminderMinutes !== null
  const timeZone = person?.timezone ?? "UTC"
  const text = fact === null ? null : whatsAppText(fact, { timeZone, link: permalinkOf(fact, baseUrl), reminder })
  if (text === null) return skipped("gone")
  const { accepted, error, retryAfterSeconds } = yield* sender.send({ ...text, to: target })
  return accepted ? sent(null) : failed(error.reason, error.message, error.retryable, retryAfterSeconds)
})

const attempts = { email: sendMail, whatsapp: sendWhatsApp, webhook: sendWebhook, channel: sendChannel } as const

const schedules: Readonly<Record<DeliveryChannel, RetrySchedule>> = {
  email: retrySchedules.mail,
  whatsapp: retrySchedules.whatsapp,
  webhook: retrySchedules.webhook,
  channel: retrySchedules.channel
}

/**
 * Returns the number of the attempt that the retry schedule uses. An attempt that happened ahead of schedule because of
 * a newer message does not count, so a receiver always has the full time to recover.
 */
const scheduledAttempt = (
  { attempt, sinceFirstMs }: Pick<ClaimedDelivery, "attempt" | "sinceFirstMs">,
  { delaysSeconds }: RetrySchedule
): number => {
  let endsMs = 0
  const passed = delaysSeconds.filter((seconds) => (endsMs += seconds * 1_000) <= sinceFirstMs)
  return Math.min(attempt, passed.length + 1)
}

const waitOf = (delivery: ClaimedDelivery, { retryable, retryAfterSeconds }: DeliveryOutcome) => {
  const schedule = schedules[delivery.channel]
  const attempt = scheduledAttempt(delivery, schedule)
  return Effect.map(Random.next, (random) =>
    retryable ? nextAttemptMs(schedule, { attempt, retryAfterSeconds, random }) : null
  )
}

/**
 * Claims a delivery and attempts it. A delivery that has to wait, or that failed temporarily, becomes due again later.
 */
export const deliver = Effect.fn("deliver")(function* (key: string) {
  const deliveries = yield* Deliveries
  const leaseToken = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const first = yield* untilRecorded(deliveries.claim(key, leaseToken, channelTraits))
  const claim =
    first._tag === "Superseded" && first.instead !== null
      ? yield* untilRecorded(deliveries.claim(first.instead, leaseToken, channelTraits))
      : first
  if (claim._tag !== "Claimed") return
  const { delivery } = claim
  const startedAt = yield* Clock.currentTimeMillis
  const outcome = yield* attempts[delivery.channel](delivery)
  const durationMs = (yield* Clock.currentTimeMillis) - startedAt
  const { code, error, status } = outcome
  yield* countAttempt(delivery.channel, status)
  const retryAfterMs = yield* waitOf(delivery, outcome)
  yield* untilRecorded(deliveries.record(delivery, { status, code, error, durationMs, retryAfterMs }))
})
