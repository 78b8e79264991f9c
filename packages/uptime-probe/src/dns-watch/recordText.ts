import type { DsData, RecordData } from "@mon/dns"
import { canonicalAddress } from "@mon/public-net"

type WrittenType = "NS" | "DS" | "CNAME" | "A" | "AAAA" | "MX" | "TXT" | "CAA"

/**
 * Quotes a text. Writes non-printable octets as `\DDD`, so that the result has no control characters (RFC 1035 section
 * 5.1).
 */
const quoted = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[^ -~]/g, (octet) => {
    const code = octet.codePointAt(0) ?? 0
    return code > 255 ? octet : `\\${String(code).padStart(3, "0")}`
  })}"`

const named = (target: string): string => (target === "" ? "." : target.toLowerCase())

type Writers = { readonly [T in WrittenType]: (data: RecordData[T]) => string }

/**
 * The writer of each type. The writers join the pieces of a TXT record as receivers do (RFC 7208 section 3.3), and omit
 * times to live.
 */
const WRITERS: Writers = {
  NS: ({ target }) => named(target),
  DS: ({ algorithm, digest, digestType, keyTag }: DsData) =>
    `${keyTag} ${algorithm} ${digestType} ${digest.toLowerCase()}`,
  CNAME: ({ target }) => named(target),
  A: ({ address }) => address,
  AAAA: ({ address }) => canonicalAddress(address) ?? address,
  MX: ({ preference, exchange }) => `${preference} ${named(exchange)}`,
  TXT: ({ chunks }) => quoted(chunks.join("")),
  CAA: ({ flags, tag, value }) => `${flags} ${tag.toLowerCase()} ${quoted(value)}`
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the records of one answer as sorted texts that are equal if the records are equal. */
export const recordTexts = <T extends WrittenType>(
  type: T,
  records: ReadonlyArray<RecordData[T]>
): ReadonlyArray<string> => {
  const write: (data: RecordData[T]) => string = WRITERS[type]
  return [...new Set(records.map(write))].sort(byCode)
}
