import { argumentsOf, aString } from "@mon/bundled/arguments"
import { parseTagList, valueOf } from "../TagList.ts"

const acceptParseTlsRpt = /* @__PURE__ */ argumentsOf("parseTlsRpt", () => ({ text: aString }))
const MAX_ADDRESSES = 10
const MAILBOX = /^mailto:[^\s@,;!]{1,64}@[^\s@,;!]{1,255}$/i
const WEB = /^https:\/\/[^\s/,;!]+(?:\/[^\s,;!]*)?$/i

/** Returns the addresses of a TLS-RPT record (RFC 8460 section 3); null if the record is invalid. */
export const parseTlsRpt = (text: string): ReadonlyArray<string> | null => {
  acceptParseTlsRpt(text)
  const { duplicates, malformed } = parseTagList(text)
  const addresses = (valueOf(parseTagList(text), "rua") ?? "").split(",").map((address) => address.trim())
  if (duplicates.length > 0 || malformed.length > 0 || addresses.length > MAX_ADDRESSES) return null
  return addresses.every((address) => MAILBOX.test(address) || WEB.test(address)) ? addresses : null
}
