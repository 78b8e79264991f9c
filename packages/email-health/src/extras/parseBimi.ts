import { argumentsOf, aString } from "@mon/bundled/arguments"
import { parseTagList, valueOf } from "../TagList.ts"

const acceptParseBimi = /* @__PURE__ */ argumentsOf("parseBimi", () => ({ text: aString }))
const HTTPS = /^https:\/\/[^\s/]+\/\S*$/i

/** The fields of a BIMI record. A record with empty fields declares that the domain does not use BIMI. */
export interface BimiRecord {
  readonly logo: string | null
  readonly certificate: string | null
  readonly declined: boolean
}

/** Parses a BIMI record. Returns null if the record is not valid. */
export const parseBimi = (text: string): BimiRecord | null => {
  acceptParseBimi(text)
  const tags = parseTagList(text)
  const logo = valueOf(tags, "l")
  const certificate = valueOf(tags, "a") ?? ""
  const valid = (url: string): boolean => url === "" || HTTPS.test(url)
  if (logo === null || tags.duplicates.length > 0 || tags.malformed.length > 0) return null
  if (!valid(logo) || !valid(certificate)) return null
  return { logo: logo || null, certificate: certificate || null, declined: logo === "" && certificate === "" }
}
