import { strange, tooLong } from "../dialogue/readings.ts"
import type { Reading } from "../Received.ts"

/** A message of the server (PostgreSQL, chapter "Message Formats"). */
export interface Message {
  /** The letter that names the type of the message, such as "R". */
  readonly type: string
  readonly body: Buffer
}

/** The longest message that this package reads, in bytes. */
const MESSAGE_BYTES = 64 * 1024
const HEAD_BYTES = 5
const LENGTH_BYTES = 4
const LETTERS = /^[A-Za-z\d]$/u

/** The number of version 3.0 of the protocol. */
const VERSION = 196_608
/** The number that stands for a request for TLS in the place of the version. */
const TLS_VERSION = 80_877_103

export const readMessage = (bytes: Buffer): Reading<Message> => {
  const type = String.fromCodePoint(bytes[0] ?? 0)
  if (!LETTERS.test(type)) return strange("PostgreSQL", bytes)
  if (bytes.length < HEAD_BYTES) return null
  const length = bytes.readUInt32BE(1)
  // The first message of another protocol, such as "SSH-", has an implausible length.
  if (length < LENGTH_BYTES || length >= 0x20_00_00_00) return strange("PostgreSQL", bytes)
  if (length > MESSAGE_BYTES) return tooLong(length)
  const end = 1 + length
  return bytes.length < end ? null : { taken: end, value: { type, body: bytes.subarray(HEAD_BYTES, end) } }
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(LENGTH_BYTES)
  bytes.writeInt32BE(value)
  return bytes
}

const text = (value: string): Buffer => Buffer.from(`${value.replaceAll("\0", "")}\0`)

const withLength = (...parts: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([int32(body.length + LENGTH_BYTES), body])
}

const message = (type: string, ...parts: ReadonlyArray<Buffer>): Buffer =>
  Buffer.concat([Buffer.from(type), withLength(...parts)])

export const tlsRequest: Buffer = withLength(int32(TLS_VERSION))

export const startup = (parameters: Readonly<Record<string, string>>): Buffer =>
  withLength(
    int32(VERSION),
    ...Object.entries(parameters).flatMap(([name, value]) => [text(name), text(value)]),
    Buffer.of(0)
  )

export const password = (value: string): Buffer => message("p", text(value))

export const saslFirst = (mechanism: string, first: string): Buffer => {
  const bytes = Buffer.from(first)
  return message("p", text(mechanism), int32(bytes.length), bytes)
}

export const saslNext = (next: string): Buffer => message("p", Buffer.from(next))

export const simpleQuery = (sql: string): Buffer => message("Q", text(sql))

const NO_ITEMS = Buffer.of(0, 0)

/** Sends one statement, and asks for its first row as text. The server accepts only one statement in this form. */
export const firstRowQuery = (sql: string): Buffer =>
  Buffer.concat([
    message("P", text(""), text(sql), NO_ITEMS),
    message("B", text(""), text(""), NO_ITEMS, NO_ITEMS, NO_ITEMS),
    message("E", text(""), int32(1)),
    message("S")
  ])

export const terminate: Buffer = message("X")

const field = (body: Buffer, from: number): readonly [text: string, next: number] => {
  const end = body.indexOf(0, from)
  return end === -1 ? [body.toString("utf8", from), body.length] : [body.toString("utf8", from, end), end + 1]
}

/** Reads the fields of an error by their letters: "C" is the SQLSTATE, "M" the text for people. */
export const readFields = (body: Buffer): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>()
  for (let at = 0; at < body.length && body[at] !== 0;) {
    const name = String.fromCodePoint(body[at] as number)
    const [value, next] = field(body, at + 1)
    fields.set(name, value)
    at = next
  }
  return fields
}

/** Reads the name and the value of a setting that the server reports. */
export const readSetting = (body: Buffer): readonly [name: string, value: string] => {
  const [name, next] = field(body, 0)
  return [name, field(body, next)[0]]
}

/** Reads the names of the mechanisms of SASL that the server offers. */
export const readMechanisms = (body: Buffer): ReadonlyArray<string> =>
  body
    .toString("utf8")
    .split("\0")
    .filter((name) => name !== "")

/** Reads the first column of a row. Null if the row has no column, or if the value is NULL. */
export const readFirstColumn = (body: Buffer, mostBytes: number): string | null => {
  const at = 2
  if (body.length < at + LENGTH_BYTES || body.readUInt16BE(0) === 0) return null
  const length = body.readInt32BE(at)
  const from = at + LENGTH_BYTES
  return length < 0 ? null : body.toString("utf8", from, Math.min(from + length, from + mostBytes, body.length))
}
