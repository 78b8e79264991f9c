import { readDelivery, type WebhookReceived, type WebhookVerdict } from "./ReceivedWebhook.ts"
import { webhookKey } from "./WebhookKey.ts"

const VERSION = "v1,"

const signatureBytes = (given: string): Uint8Array<ArrayBuffer> | null => {
  if (!given.startsWith(VERSION)) return null
  try {
    return Uint8Array.from(atob(given.slice(VERSION.length)), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const signedBytes = (id: string, timestampSeconds: number, body: string | Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = new TextEncoder().encode(`${id}.${timestampSeconds}.`)
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  return signed
}

/**
 * Verifies the Standard Webhooks headers of a delivery and its age, like `verifyWebhook` of `@mon/alerts`, but without
 * Node, so the function also runs in workers, Deno and browsers. WebCrypto compares signatures in constant time.
 *
 * @example
 * await verifyWebhook({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", headers: {}, rawBody: "{}" }) // => { valid: false, reason: "missing_header" }
 */
export const verifyWebhook = async (received: WebhookReceived): Promise<WebhookVerdict> => {
  const delivery = readDelivery(received)
  if ("valid" in delivery) return delivery
  const { id, signatures, timestampSeconds } = delivery
  const { subtle } = crypto
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await subtle.importKey("raw", webhookKey(received.secret), algorithm, false, ["verify"])
  const signed = signedBytes(id, timestampSeconds, received.rawBody)
  for (const given of signatures) {
    const bytes = signatureBytes(given)
    if (bytes !== null && (await subtle.verify("HMAC", key, bytes, signed)))
      return { valid: true, id, timestampSeconds }
  }
  return { valid: false, reason: "bad_signature" }
}
