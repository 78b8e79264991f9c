import { argumentsOf, aString } from "@mon/bundled/arguments"

const acceptParsePhoneNumber = /* @__PURE__ */ argumentsOf("parsePhoneNumber", () => ({ text: aString }))

/** E.164: at most 15 digits; the shortest subscriber numbers with their country code have 7. */
const E164 = /^\+[1-9]\d{6,14}$/u
const DECORATION = /[\s().\-/]/gu
const LONGEST = 40

/**
 * Reads a phone number in the international form, with the usual decoration; null for what is none.
 *
 * @example
 * parsePhoneNumber("+49 (170) 123-4567") // => "+491701234567"
 * parsePhoneNumber("0170 1234567") // => null
 */
export const parsePhoneNumber = (text: string): string | null => {
  acceptParsePhoneNumber(text)
  const bare = text.length > LONGEST ? "" : text.replace(DECORATION, "")
  return E164.test(bare) ? bare : null
}
