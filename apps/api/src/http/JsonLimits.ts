/** Limits of a JSON text. RFC 8259 section 9 allows them. */
export const jsonLimits = {
  /** Much deeper values would overflow the stack of whoever walks through them. */
  depth: 64,
  /** A campaign has 10,100 texts; parsing more values than this takes more than a few milliseconds. */
  values: 20_000
} as const

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Returns the offset of the closing quotation mark of a string. `from`: the offset after the opening one. */
const stringEnd = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/**
 * Returns the limit that a JSON text exceeds; null for none. Parsing costs many times as much as counting, so this
 * comes first. The text may be invalid.
 */
export const jsonExcess = (bytes: Uint8Array): keyof typeof jsonLimits | null => {
  let depth = 0
  let values = 1
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = stringEnd(bytes, at + 1)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > jsonLimits.depth) return "depth"
        if (++values > jsonLimits.values) return "values"
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--
        break
      case COMMA:
        if (++values > jsonLimits.values) return "values"
        break
      default:
    }
  }
  return null
}
