import { nextAttemptMs, type RetrySchedule, retrySchedules, whatsAppText } from "@mon/alerts"
import { type ClaimedDelivery, Deliveries, type DeliveryChannel, randomBytes } from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { countAttempt } from "./DeliveryMetrics.ts"
import { type DeliveryOutcome, failed, sent, skipped } from "./DeliveryOutcome.ts"
import { channelTraits } from "./channelTraits.ts"
import { sendChannel } from "./sendChannel.ts"
import { sendMail } from "./sendMail.ts"
import { sendWebhook } from "./sendWebhook.ts"
import { untilRecorded } from "./untilRecorded.ts"
import { WhatsAppSender } from "@mon/alerts/effect"
import { deliveredFact } from "./deliveredFact.ts"
import { DeliveryIdentity } from "./DeliveryIdentity.ts"
import { permalinkOf } from "./permalinkOf.ts"

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
 * Returns the number of the attempt for the retry schedule. A newer message may cause an attempt ahead of schedule. It
 * does not use up a delay, so a receiver always has the full time to come back.
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

/** Claims a delivery and attempts it. If it has to wait, or if it failed temporarily, it is due again later. */
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
