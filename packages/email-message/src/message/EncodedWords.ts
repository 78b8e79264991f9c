import { MAX_VALUE } from "../limits.ts"
import { textOf } from "./HeaderField.ts"

/** RFC 2047 section 2 limits a word to 75 characters. */
const WORD = /=\?([\w-]{1,40})(?:\*[\w-]{0,20})?\?([BbQq])\?([^?\s]{0,1000})\?=/g
const BETWEEN_WORDS = /\?=[ \t]{1,80}=\?/g

const decodeQ = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/_/g, " ")
      .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1"
  )

const decodeWord = (whole: string, charset: string, encoding: string, text: string): string => {
  try {
    const bytes = encoding.toUpperCase() === "B" ? Buffer.from(text, "base64") : decodeQ(text)
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return whole
  }
}

/** A header value for people: encoded words decoded (RFC 2047), at most 8,192 characters. */
export const decodeWords = (value: string): string => {
  const text = textOf(value.slice(0, MAX_VALUE))
  return text.includes("=?") ? text.replace(BETWEEN_WORDS, "?==?").replace(WORD, decodeWord) : text
}
