import { argumentsOf, aString } from "@mon/bundled/arguments"

const acceptParsePhoneNumber = /* @__PURE__ */ argumentsOf("parsePhoneNumber", () => ({ text: aString }))

/**
 * Matches a number by E.164: at most 15 digits. The shortest subscriber numbers have 7 digits with their country code.
 */
const E164 = /^\+[1-9]\d{6,14}$/u
const DECORATION = /[\s().\-/]/gu
const LONGEST = 40

/**
 * Reads a phone number in international form, with the usual spaces and punctuation. Returns null for any other text.
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
