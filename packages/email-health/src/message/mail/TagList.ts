import { withoutBlanks } from "./HeaderField.ts"

/** The tags of a signature header, by name. Names are case-sensitive (RFC 6376 section 3.2). */
export type Tags = ReadonlyMap<string, string>

/** The most tags that are read. No real signature has more tags. */
const MAX_TAGS = 64

/**
 * Parses `name=value; name=value`. Returns null if a tag is duplicate, malformed or empty, which makes the whole list
 * invalid. Only the last semicolon may be without a following tag.
 */
export const parseTags = (text: string): Tags | null => {
  const tags = new Map<string, string>()
  const pieces = text.split(";", MAX_TAGS + 2)
  if (pieces.length > 1 && pieces.at(-1)?.trim() === "") pieces.pop()
  for (const piece of pieces) {
    const cut = piece.indexOf("=")
    const name = piece.slice(0, Math.max(0, cut)).trim()
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || tags.has(name) || tags.size === MAX_TAGS) return null
    tags.set(name, piece.slice(cut + 1).trim())
  }
  return tags
}

/** Returns a tag without the blanks that folding may add inside its value; null if the tag is absent. */
export const packed = (tags: Tags, name: string): string | null => {
  const value = tags.get(name)
  return value === undefined ? null : withoutBlanks(value)
}

/** Returns the items of a tag such as "h", in lower case, without blanks and empty items. */
export const listed = (tags: Tags, name: string): ReadonlyArray<string> =>
  (packed(tags, name) ?? "")
    .toLowerCase()
    .split(":")
    .filter((item) => item !== "")

/**
 * Returns the value of a tag that is a whole number of at most twelve digits (RFC 6376 section 3.5, "t"); null if the
 * tag is absent, NaN for other text.
 */
export const numberOf = (tags: Tags, name: string): number | null => {
  const value = packed(tags, name)
  if (value === null) return null
  return /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
}

/** Returns the raw text of a signature header with an empty "b" tag (RFC 6376 section 3.5). */
export const withoutSignature = (raw: string): string => {
  const colon = raw.indexOf(":") + 1
  const pieces = raw.slice(colon).split(";")
  const emptied = pieces.map((piece) => {
    const cut = piece.indexOf("=")
    return cut > 0 && piece.slice(0, cut).trim() === "b" ? piece.slice(0, cut + 1) : piece
  })
  return raw.slice(0, colon) + emptied.join(";")
}
