import { nullable, optional, secretly, argumentsOf, aString } from "@mon/bundled/arguments"
import { timingSafeEqual } from "node:crypto"
import { readDelivery, type WebhookReceived, type WebhookVerdict } from "./ReceivedWebhook.ts"
import { rawBodyKind } from "./WebhookKey.ts"
import { signBody, signStandard } from "./WebhookSignature.ts"

const acceptVerifyBodySignature = /* @__PURE__ */ argumentsOf("verifyBodySignature", () => ({
  secret: secretly(aString),
  body: rawBodyKind(),
  signature: optional(nullable(aString))
}))

const equal = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Verifies the Standard Webhooks headers of a delivery in constant time, and the age of the delivery, so that an old
 * delivery cannot be replayed.
 *
 * @example
 * verifyWebhook({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", headers: {}, rawBody: "{}" }) // => { valid: false, reason: "missing_header" }
 */
export const verifyWebhook = (received: WebhookReceived): WebhookVerdict => {
  const delivery = readDelivery(received)
  if ("valid" in delivery) return delivery
  const { id, signatures, timestampSeconds } = delivery
  const { rawBody: body, secret: key } = received
  const expected = signStandard({ secret: key, id, timestampSeconds, rawBody: body })
  const matching = signatures.filter((given) => equal(given, expected))
  return matching.length > 0 ? { valid: true, id, timestampSeconds } : { valid: false, reason: "bad_signature" }
}

/** Verifies the value of `X-Mon-Signature` in constant time, but not the age of the delivery. */
export const verifyBodySignature = (
  secret: string,
  rawBody: string | Uint8Array,
  signature: string | null | undefined
): boolean => {
  acceptVerifyBodySignature(secret, rawBody, signature)
  return typeof signature === "string" && equal(signature, signBody(secret, rawBody))
}
