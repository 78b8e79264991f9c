import { argumentsOf, aString } from "@mon/bundled/arguments"
import { createHash } from "node:crypto"

const acceptMessageIdOf = /* @__PURE__ */ argumentsOf("messageIdOf", () => ({ key: aString, domain: aString }))

/** The number of hex characters of the digest, for 128 bits. */
const DIGEST_CHARACTERS = 32

/**
 * Makes a Message-ID. It depends only on the key of the email's subject, such as the key of a delivery, and on the
 * domain of the service.
 *
 * @example
 * messageIdOf("incident/7/down/ann@example.com", "mon.example.com") // => "<8bbf4c6410f2561e1afffd17984e8bea@mon.example.com>"
 */
export const messageIdOf = (key: string, domain: string): string => {
  acceptMessageIdOf(key, domain)
  return `<${createHash("sha256").update(key).digest("hex").slice(0, DIGEST_CHARACTERS)}@${domain}>`
}
