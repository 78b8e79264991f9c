import { whatsAppText } from "@mon/alerts"
import { WhatsAppSender } from "@mon/alerts/effect"
import type { ClaimedDelivery } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { failed, skipped, sent } from "./DeliveryOutcome.ts"
import { deliveredFact } from "./deliveredFact.ts"

export const sendWhatsApp = Effect.fn("sendWhatsApp")(function* (delivery: ClaimedDelivery) {
  const sender = yield* WhatsAppSender
  const { person, target } = delivery
  const fact = deliveredFact(delivery)
  const text = fact === null ? null : whatsAppText(fact, person?.timezone ?? "UTC")
  if (text === null) return skipped("gone")
  const { accepted, error, retryAfterSeconds } = yield* sender.send({ ...text, to: target })
  return accepted ? sent(null) : failed(error.reason, error.message, error.retryable, retryAfterSeconds)
})
