import { metaEncodings, xmlEncoding } from "./declaredEncoding.ts"

/**
 * The number of bytes at the start of a body that are searched for a declared encoding (WHATWG HTML, "prescan a byte
 * stream").
 */
const PRESCAN_BYTES = 1_024

const BOMS: ReadonlyArray<readonly [ReadonlyArray<number>, string]> = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xfe, 0xff], "utf-16be"],
  [[0xff, 0xfe], "utf-16le"]
]

const HEADER = /(?:^|[;,\s])charset\s*=\s*["']?\s*([^\s"';,]+)/iu

/** The content types whose documents declare their encoding. A body without a type counts as HTML. */
const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|,|$)/iu
const XML = /^\s*[\w.+-]+\/(?:[\w.+-]+\+)?xml\s*(?:;|,|$)/iu

const decoderFor = (label: string | undefined): TextDecoder | null => {
  if (label === undefined) return null
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

const isUtf8 = (body: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/**
 * Returns the encoding that the start of the body declares. A declaration of UTF-16 counts as UTF-8, because the
 * declaration itself could not be read in UTF-16.
 */
const declared = (body: Uint8Array, contentType: string | null): TextDecoder | null => {
  const isHtml = contentType === null || contentType.trim() === "" || HTML.test(contentType)
  if (!isHtml && !XML.test(contentType)) return null
  const head = new TextDecoder("latin1").decode(body.subarray(0, PRESCAN_BYTES))
  const labels = [xmlEncoding(head), ...(isHtml ? metaEncodings(head) : [])]
  const decoder = labels.map((label) => decoderFor(label ?? undefined)).find((found) => found !== null) ?? null
  return decoder?.encoding.startsWith("utf-16") === true ? new TextDecoder() : decoder
}

/**
 * Decodes a body. The encoding comes from the body's byte-order mark, the charset of the Content-Type, or the page's
 * declaration. Without any of these, the encoding is UTF-8 if the bytes are valid, and windows-1252 if not (WHATWG
 * Encoding and HTML standards). Invalid bytes become U+FFFD.
 */
export const decodeText = (body: Uint8Array, contentType: string | null): string => {
  for (const [bytes, label] of BOMS) {
    if (bytes.every((byte, i) => body[i] === byte)) return new TextDecoder(label).decode(body)
  }
  const decoder = decoderFor(HEADER.exec(contentType ?? "")?.[1]) ?? declared(body, contentType)
  return decoder === null ? (isUtf8(body) ?? new TextDecoder("windows-1252").decode(body)) : decoder.decode(body)
}
