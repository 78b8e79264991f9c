import type { TxtData } from "@mon/dns"

const BEYOND_ASCII = /[\u0080-\uffff]/
const BEYOND_OCTETS = /[\u0100-\uffff]/
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Decodes octets as UTF-8 if they are valid UTF-8, so that a dash or an invisible character becomes one character. */
const asTyped = (octets: string): string => {
  if (!BEYOND_ASCII.test(octets) || BEYOND_OCTETS.test(octets)) return octets
  try {
    return UTF8.decode(Buffer.from(octets, "latin1"))
  } catch {
    return octets
  }
}

/**
 * Returns the text of a TXT record: its chunks, joined without separators (RFC 7208 section 3.3, RFC 6376 section
 * 3.6.2.2).
 */
export const joinChunks = ({ chunks }: TxtData): string =>
  asTyped(chunks.length === 1 ? (chunks[0] ?? "") : chunks.join(""))

const ORDINARY = /^[a-z0-9_.-]*$/i

/**
 * Returns the presentation form of a name in a record, so that blanks and special characters are queried literally (RFC
 * 1035 section 5.1).
 */
export const escapeName = (name: string): string =>
  ORDINARY.test(name)
    ? name
    : Array.from(name, (character) => {
        const code = character.codePointAt(0) ?? 0
        if (character === "\\") return "\\\\"
        return code > 0x20 && code < 0x7f ? character : code <= 255 ? `\\${String(code).padStart(3, "0")}` : character
      }).join("")
