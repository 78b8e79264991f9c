import { MAX_VALUE } from "../limits.ts"
import { textOf } from "./HeaderField.ts"

/** A pattern for an encoded word. RFC 2047 section 2 limits encoded words to 75 characters. */
const WORD = /=\?([\w-]{1,40})(?:\*[\w-]{0,20})?\?([BbQq])\?([^?\s]{0,1000})\?=/g
const BETWEEN_WORDS = /\?=[ \t]{1,80}=\?/g

const decodeQ = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/_/g, " ")
      .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1"
  )

const bytesOf = (encoding: string, text: string): Buffer =>
  encoding.toUpperCase() === "B" ? Buffer.from(text, "base64") : decodeQ(text)

/** Adjacent encoded words with the same character set. */
interface Run {
  readonly charset: string
  readonly raw: string
  readonly bytes: ReadonlyArray<Buffer>
}

const decodeRun = ({ bytes, charset, raw }: Run): string => {
  try {
    return new TextDecoder(charset).decode(Buffer.concat(bytes))
  } catch {
    return raw
  }
}

/**
 * Decodes the encoded words of a header value (RFC 2047) and returns at most 8,192 characters. As in mail programs,
 * adjacent words with the same character set are decoded together, because the bytes of one character can be split
 * between two words.
 */
export const decodeWords = (value: string): string => {
  const text = textOf(value.slice(0, MAX_VALUE))
  if (!text.includes("=?")) return text
  const joined = text.replace(BETWEEN_WORDS, "?==?")
  const pieces: Array<string> = []
  let run: Run | null = null
  let end = 0
  for (const { 0: raw, 1: name = "", 2: encoding = "", 3: content = "", index } of joined.matchAll(WORD)) {
    const charset = name.toLowerCase()
    const bytes = bytesOf(encoding, content)
    if (run !== null && index === end && run.charset === charset) {
      run = { charset, raw: run.raw + raw, bytes: [...run.bytes, bytes] }
    } else {
      if (run !== null) pieces.push(decodeRun(run))
      pieces.push(joined.slice(end, index))
      run = { charset, raw, bytes: [bytes] }
    }
    end = index + raw.length
  }
  if (run !== null) pieces.push(decodeRun(run))
  return pieces.join("") + joined.slice(end)
}
