import type { Failure } from "../Outcome.ts"

/**
 * The value at the start of the received bytes, and its length in bytes, or a failure if the bytes cannot be read. Null
 * if more bytes are needed.
 */
export type Reading<A> =
  | { readonly taken: number; readonly value: A }
  | { readonly taken?: never; readonly failure: Failure }
  | null

/**
 * The maximum length of a line in bytes, including its end. IMAP has the longest lines: RFC 2683 section 3.2.1.5
 * recommends 8,000 octets.
 */
const LINE_BYTES = 8_192

const LF = 0x0a
const CR = 0x0d

// oxlint-disable-next-line no-control-regex -- what a server sends must not reach logs and terminals as commands
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu

/** Replaces the control characters in a server's text, and cuts the text off after 200 characters. */
export const shownText = (text: string): string => text.replaceAll(CONTROLS, "?").slice(0, 200).toWellFormed()

/** Reads a line, without its end. Bytes that are not UTF-8 become replacement characters. */
export const readLine = (bytes: Buffer): Reading<string> => {
  const end = bytes.indexOf(LF)
  if (end >= LINE_BYTES || (end === -1 && bytes.length >= LINE_BYTES))
    return {
      failure: { outcome: "too_large", message: `The server sent a line of more than ${LINE_BYTES} bytes.` }
    }
  if (end === -1) return null
  const text = bytes.toString("utf8", 0, end > 0 && bytes[end - 1] === CR ? end - 1 : end)
  return { taken: end + 1, value: text }
}
