/** A tag that was read, and where the text goes on. */
export interface Tag {
  /** Lower case; "" when this is no tag. */
  readonly name: string
  readonly isEnd: boolean
  readonly isSelfClosing: boolean
  /** Where the attributes stand. */
  readonly from: number
  readonly to: number
  readonly next: number
}

const SPACE = 0x20
const QUOTE = 0x22
const APOSTROPHE = 0x27
const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e

const isSpace = (code: number): boolean => code === SPACE || (code >= 0x09 && code <= 0x0d && code !== 0x0b)

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)

/**
 * Reads the tag at `<`; one pass, no step backwards. A tag that never ends takes the rest of the text with it (WHATWG HTML, section 13.2.5).
 * Answers null when a `<` begins no tag.
 */
export const readTag = (html: string, at: number): Tag | null => {
  const isEnd = html.charCodeAt(at + 1) === SLASH
  let i = isEnd ? at + 2 : at + 1
  if (!isLetter(html.charCodeAt(i))) return null
  const start = i
  let isLower = true
  let code = 0
  for (; i < html.length; i++) {
    code = html.charCodeAt(i)
    if (code === GREATER || isSpace(code) || code === SLASH) break
    if (code < 0x61) isLower = false
  }
  const name = isLower ? html.slice(start, i) : html.slice(start, i).toLowerCase()
  const from = i
  if (code === GREATER) return { name, isEnd, isSelfClosing: false, from, to: i, next: i + 1 }
  let isNamed = false
  let afterEquals = false
  let isBare = false
  let slash = false
  while (i < html.length) {
    code = html.charCodeAt(i)
    if (code === GREATER) return { name, isEnd, isSelfClosing: slash, from, to: i, next: i + 1 }
    i++
    if (isSpace(code)) {
      isBare = false
      slash = false
    } else if (isBare) {
      continue
    } else if (afterEquals) {
      afterEquals = false
      isNamed = false
      isBare = code !== QUOTE && code !== APOSTROPHE
      if (isBare) continue
      const end = html.indexOf(code === QUOTE ? "\"" : "'", i)
      if (end === -1) break
      i = end + 1
    } else {
      // An equals sign that follows no name begins one.
      afterEquals = code === EQUALS && isNamed
      slash = code === SLASH
      isNamed = !slash
    }
  }
  return { name: "", isEnd, isSelfClosing: false, from, to: html.length, next: html.length }
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gu

/** The attributes of a tag by their lower-case names; the first of a name counts. */
export const attributesOf = (html: string, { from, to }: Tag): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  if (to <= from) return found
  for (const [, name = "", double, single, bare] of html.slice(from, to).matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? "")
  }
  return found
}
