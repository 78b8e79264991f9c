import { argumentError, aFunction, optional, argumentsOf } from "@mon/bundled/arguments"
import { randomBytes } from "node:crypto"
import { SECRET_PREFIX } from "./WebhookKey.ts"

const acceptMakeWebhookSecret = /* @__PURE__ */ argumentsOf("makeWebhookSecret", () => ({
  random: optional(aFunction)
}))

/** Standard Webhooks asks for 24 to 64 bytes. */
const KEY_BYTES = 32

/**
 * Makes a signing secret: `whsec_` and the base64 of 32 random bytes.
 *
 * @example
 * makeWebhookSecret(() => new Uint8Array(32)) // => "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
 */
export const makeWebhookSecret = (random: (size: number) => Uint8Array = randomBytes): string => {
  acceptMakeWebhookSecret(random)
  const key: unknown = random(KEY_BYTES)
  if (!(key instanceof Uint8Array) || key.length !== KEY_BYTES)
    throw argumentError(`makeWebhookSecret: random must return a Uint8Array of ${KEY_BYTES} bytes.`)
  return SECRET_PREFIX + Buffer.from(key).toString("base64")
}
