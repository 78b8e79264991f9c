import { domainToASCII } from "node:url"
import { textOf } from "./HeaderField.ts"

/** The longest name, without the root label (RFC 1035 section 2.3.4). */
const MAX_NAME = 253
const LABEL = /^(?!-)[a-z0-9_-]{1,63}$/

/**
 * Converts a host or domain name in header octets to IDNA ASCII, in lower case and without a trailing dot; null for
 * other text.
 */
export const domainName = (octets: string): string | null => {
  if (octets === "" || octets.length > MAX_NAME) return null
  const text = octets.endsWith(".") ? octets.slice(0, -1) : octets
  const plain = /^[\u0021-\u007e]+$/.test(text) ? text.toLowerCase() : domainToASCII(textOf(text))
  return plain !== "" && plain.length <= MAX_NAME && plain.split(".").every((label) => LABEL.test(label)) ? plain : null
}
