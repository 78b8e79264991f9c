import { nullable, aNumber, optionsOf, argumentsOf } from "@mon/bundled/arguments"

const acceptWhatsAppSlotMs = /* @__PURE__ */ argumentsOf("whatsAppSlotMs", () => ({
  times: optionsOf<{ readonly lastSentAtMs: number | null; readonly nowMs: number }>({
    lastSentAtMs: nullable(aNumber("a number of milliseconds")),
    nowMs: aNumber("a number of milliseconds")
  })
}))

/**
 * The minimum average time between two messages to one recipient. The Cloud API accepts one message every six seconds
 * (error 131056).
 */
export const WHATSAPP_PAIR_SECONDS = 6

/**
 * Returns the earliest time at which a message to a recipient may be sent, in epoch milliseconds: six seconds after the
 * last message, or now.
 *
 * @example
 * whatsAppSlotMs({ lastSentAtMs: 10_000, nowMs: 12_000 }) // => 16000
 */
export const whatsAppSlotMs = (times: { readonly lastSentAtMs: number | null; readonly nowMs: number }): number => {
  acceptWhatsAppSlotMs(times)
  const { lastSentAtMs, nowMs } = times
  return Math.max(nowMs, lastSentAtMs === null ? nowMs : lastSentAtMs + WHATSAPP_PAIR_SECONDS * 1000)
}
