import { collapse } from "../mail/HeaderField.ts"

/** The two canonicalization algorithms (RFC 6376 section 3.4). */
export type Canonicalization = "simple" | "relaxed"

const SPACE = 0x20
const TAB = 0x09
const CR = 0x0d
const LF = 0x0a
const CRLF = Buffer.from("\r\n")

/** Canonicalizes one header field without the final CRLF (RFC 6376 sections 3.4.1 and 3.4.2). */
export const canonicalizeField = (raw: string, algorithm: Canonicalization): string => {
  if (algorithm === "simple") return raw
  const cut = raw.indexOf(":")
  return `${raw.slice(0, cut).trim().toLowerCase()}:${collapse(raw.slice(cut + 1))}`
}

const withoutEmptyLines = (body: Buffer): number => {
  let end = body.length
  while (end >= 2 && body[end - 2] === CR && body[end - 1] === LF) end -= 2
  return end
}

const simpleBody = (body: Buffer): Buffer => {
  const end = withoutEmptyLines(body)
  // The canonical form of an empty body is one CRLF (RFC 6376 section 3.4.3).
  return end + 2 <= body.length ? body.subarray(0, end + 2) : Buffer.concat([body, CRLF])
}

/** Replaces blanks with one space and removes them at the end of lines, in one pass. */
const collapseLines = (body: Buffer): Buffer => {
  const to = Buffer.allocUnsafe(body.length)
  let length = 0
  let blank = false
  for (let at = 0; at < body.length; at++) {
    const octet = body[at] ?? 0
    if (octet === SPACE || octet === TAB) {
      blank = true
      continue
    }
    if (blank && !(octet === CR && body[at + 1] === LF)) to[length++] = SPACE
    blank = false
    to[length++] = octet
  }
  return to.subarray(0, length)
}

const relaxedBody = (body: Buffer): Buffer => {
  const collapsed = collapseLines(body)
  const end = withoutEmptyLines(collapsed)
  // An empty body stays empty (RFC 6376 section 3.4.4).
  if (end === 0) return Buffer.alloc(0)
  return end + 2 <= collapsed.length ? collapsed.subarray(0, end + 2) : Buffer.concat([collapsed, CRLF])
}

/**
 * Returns a function that canonicalizes the body. The function runs each algorithm only once for all signatures of a
 * message. Takes linear time.
 */
export const bodyCanonicalizer = (body: Buffer): ((algorithm: Canonicalization) => Buffer) => {
  const known = new Map<Canonicalization, Buffer>()
  return (algorithm) => {
    const found = known.get(algorithm) ?? (algorithm === "simple" ? simpleBody(body) : relaxedBody(body))
    known.set(algorithm, found)
    return found
  }
}
