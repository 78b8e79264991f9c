import { whatsAppText } from "@mon/alerts"
import { WhatsAppSender } from "@mon/alerts/effect"
import type { ClaimedDelivery } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { failed, skipped, sent } from "./DeliveryOutcome.ts"
import { toFact } from "./toFact.ts"

export const sendWhatsApp = Effect.fn("sendWhatsApp")(function* ({ notifications, person, target }: ClaimedDelivery) {
  const sender = yield* WhatsAppSender
  const [first] = notifications
  const fact = first === undefined ? null : toFact(first)
  const text = fact === null ? null : whatsAppText(fact, person?.timezone ?? "UTC")
  if (text === null) return skipped("gone")
  const { accepted, error, retryAfterSeconds } = yield* sender.send({ ...text, to: target })
  return accepted ? sent(null) : failed(error.reason, error.message, error.retryable, retryAfterSeconds)
})
