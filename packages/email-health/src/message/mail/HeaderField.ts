/** One header field. In the texts of a field, each character is one octet. */
export interface HeaderField {
  /** The name in lower case, without blanks. */
  readonly name: string
  /** The field as received, with its name and folded lines, without the final CRLF. */
  readonly raw: string
  /** The part after the colon, unfolded and trimmed. */
  readonly value: string
}

const SPACE = 0x20
const TAB = 0x09
const CR = 0x0d
const LF = 0x0a

const isBlank = (code: number): boolean => code === SPACE || code === TAB || code === CR || code === LF

/** Replaces each run of blanks with one space, and trims both ends. Takes linear time. */
export const collapse = (text: string): string => {
  const pieces: Array<string> = []
  let start = -1
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !isBlank(text.charCodeAt(at))) {
      if (start < 0) start = at
    } else if (start >= 0) {
      pieces.push(text.slice(start, at))
      start = -1
    }
  }
  return pieces.join(" ")
}

/** Removes all blanks. Takes linear time. */
export const withoutBlanks = (text: string): string => text.replace(/[ \t\r\n]/g, "")

/** Parses a field from its raw text; null if the field has no name. */
export const headerField = (raw: string): HeaderField | null => {
  const cut = raw.indexOf(":")
  const name = raw.slice(0, Math.max(0, cut)).trim().toLowerCase()
  return /^[\u0021-\u0039\u003b-\u007e]+$/.test(name) ? { name, raw, value: collapse(raw.slice(cut + 1)) } : null
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true })

/** Decodes octets as UTF-8 (RFC 6532). If they are not valid UTF-8, each octet becomes one character. */
export const textOf = (octets: string): string => {
  try {
    return strictUtf8.decode(Buffer.from(octets, "latin1"))
  } catch {
    return octets
  }
}
