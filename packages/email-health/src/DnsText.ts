import type { TxtData } from "@mon/dns"

/** The text of a TXT record, its chunks joined without separators (RFC 7208 section 3.3, RFC 6376 section 3.6.2.2). */
export const joinChunks = ({ chunks }: TxtData): string => (chunks.length === 1 ? (chunks[0] ?? "") : chunks.join(""))

const ORDINARY = /^[a-z0-9_.-]*$/i

/**
 * A name from record text in presentation form, so that blanks and the like are queried literally (RFC 1035 section
 * 5.1).
 */
export const escapeName = (name: string): string =>
  ORDINARY.test(name)
    ? name
    : Array.from(name, (character) => {
        const code = character.codePointAt(0) ?? 0
        if (character === "\\") return "\\\\"
        return code > 0x20 && code < 0x7f ? character : code <= 255 ? `\\${String(code).padStart(3, "0")}` : character
      }).join("")
