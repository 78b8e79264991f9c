import { whatsAppText } from "@mon/alerts"
import { WhatsAppSender } from "@mon/alerts/effect"
import type { ClaimedDelivery } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { deliveredFact } from "./deliveredFact.ts"
import { DeliveryIdentity } from "./DeliveryIdentity.ts"
import { failed, skipped, sent } from "./DeliveryOutcome.ts"
import { permalinkOf } from "./permalinkOf.ts"

export const sendWhatsApp = Effect.fn("sendWhatsApp")(function* (delivery: ClaimedDelivery) {
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
