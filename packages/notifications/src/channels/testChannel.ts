import { type ChannelMessage, plainMessage } from "@mon/alerts/channels"
import { randomBytes } from "@mon/core-store"
import { type ChannelTest, type Language, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import type { OpenChannel } from "./ChannelDestinations.ts"
import { exchangeWithChannel } from "../deliveries/sendChannel.ts"

const TEXTS: Readonly<Record<Language, (service: string) => Pick<ChannelMessage, "title" | "text">>> = {
  en: (service) => ({
    title: `Test message from ${service}`,
    text: "If you can read this, the channel works. Alerts will appear here."
  }),
  de: (service) => ({
    title: `Testnachricht von ${service}`,
    text: "Wenn Sie das lesen können, funktioniert der Kanal. Alarme erscheinen hier."
  })
}

/**
 * Sends a message immediately, without retries: the given text, or a test message. A failure never switches off the
 * channel.
 */
export const testChannel = Effect.fn("testChannel")(function* (
  open: OpenChannel,
  language: Language,
  text?: Pick<ChannelMessage, "title" | "text">
) {
  const { baseUrl, service } = yield* DeliveryIdentity
  const deliveryId = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const message = plainMessage({
    ...(text ?? TEXTS[language](service)),
    deliveryId,
    source: service,
    link: `${baseUrl}${text === undefined ? "/app/channels" : "/app/settings/contact"}`
  })
  const { answer, changed, detail, error, responseTimeMs, statusCode } = yield* exchangeWithChannel(open, message, null)
  const result: ChannelTest = {
    delivered: answer.outcome === "delivered",
    statusCode,
    responseTimeMs,
    answer: detail,
    error
  }
  return { result, changed }
})
