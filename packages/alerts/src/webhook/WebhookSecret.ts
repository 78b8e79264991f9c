import { randomBytes } from "node:crypto"

/** Standard Webhooks, "Symmetric": secrets are `whsec_` and the base64 of 24 to 64 random bytes. */
const PREFIX = "whsec_"
const KEY_BYTES = { made: 32, shortest: 24, longest: 64 } as const
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/u

/**
 * Makes a signing secret: `whsec_` and the base64 of 32 random bytes.
 *
 * @example
 * makeWebhookSecret(() => new Uint8Array(32)) // => "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
 */
export const makeWebhookSecret = (random: (size: number) => Uint8Array = randomBytes): string =>
  PREFIX + Buffer.from(random(KEY_BYTES.made)).toString("base64")

/** The key behind a secret: the decoded bytes; a secret that is none throws a TypeError that does not quote it. */
export const webhookKey = (secret: string): Uint8Array => {
  const encoded = secret.slice(PREFIX.length)
  const key = Buffer.from(encoded, "base64")
  if (
    !secret.startsWith(PREFIX) ||
    !BASE64.test(encoded) ||
    key.length < KEY_BYTES.shortest ||
    key.length > KEY_BYTES.longest
  ) {
    throw new TypeError(
      `A webhook secret must be ${PREFIX} followed by the base64 form of ${KEY_BYTES.shortest} to ${KEY_BYTES.longest} bytes.`
    )
  }
  return key
}
