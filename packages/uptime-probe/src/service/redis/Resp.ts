import type { Reading } from "../Received.ts"
import { readLine } from "../Received.ts"
import { strange, tooLong } from "../dialogue/readings.ts"

/** A reply of a server (RESP 2). */
export interface Reply {
  readonly kind: "error" | "text"
  readonly text: string
}

/** The longest text that this package reads, in bytes. The replication part of INFO has less than 1 KiB. */
const TEXT_BYTES = 64 * 1024

const END_BYTES = 2

/** Writes a command as an array of texts, so that no word can begin another command. */
export const writeCommand = (words: ReadonlyArray<string>): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`

const readText = (bytes: Buffer, head: string, from: number): Reading<Reply> => {
  const length = /^\d{1,9}$/u.test(head) ? Number(head) : -1
  if (length === -1) return strange("Redis", bytes)
  if (length > TEXT_BYTES) return tooLong(length)
  const end = from + length
  return bytes.length < end + END_BYTES
    ? null
    : { taken: end + END_BYTES, value: { kind: "text", text: bytes.toString("utf8", from, end) } }
}

/** Reads a simple text, an error, or a text with its length. No command of a check has another reply. */
export const readReply = (bytes: Buffer): Reading<Reply> => {
  const mark = String.fromCodePoint(bytes[0] ?? 0)
  if (!"+-$".includes(mark)) return strange("Redis", bytes)
  const line = readLine(bytes)
  if (line === null || line.taken === undefined) return line
  const text = line.value.slice(1)
  if (mark === "$") return readText(bytes, text, line.taken)
  return { taken: line.taken, value: { kind: mark === "-" ? "error" : "text", text } }
}
