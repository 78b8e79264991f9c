import { strange, tooLong } from "../dialogue/readings.ts"
import type { Reading } from "../Received.ts"

/** A method of the server on the connection itself (AMQP 0-9-1, section 4.2). */
export interface Method {
  /** The number of the method within the class "connection". */
  readonly method: number
  readonly body: Buffer
}

/** The methods of the class "connection" (AMQP 0-9-1, XML definitions). */
export const methods = {
  start: 10,
  startOk: 11,
  tune: 30,
  tuneOk: 31,
  open: 40,
  openOk: 41,
  close: 50,
  closeOk: 51
} as const

const CONNECTION = 10
const METHOD_FRAME = 1
const HEARTBEAT_FRAME = 8
const HEAD_BYTES = 7
const FRAME_END = 0xce
/** The longest frame that this package reads, in bytes. The first frame of RabbitMQ has about 500. */
const FRAME_BYTES = 32 * 1024

/** The header for version 0-9-1. A server that does not support this version answers with its own header. */
export const HEADER = Buffer.from("AMQP\u0000\u0000\u0009\u0001", "latin1")

/** Reads a method. Null in the value stands for a heartbeat. */
export const readMethod = (bytes: Buffer): Reading<Method | null> => {
  const [type] = bytes
  if (type !== METHOD_FRAME && type !== HEARTBEAT_FRAME) return strange("AMQP 0-9-1", bytes)
  if (bytes.length < HEAD_BYTES) return null
  const size = bytes.readUInt32BE(3)
  if (size > FRAME_BYTES) return tooLong(size)
  const end = HEAD_BYTES + size
  if (bytes.length < end + 1) return null
  if (bytes[end] !== FRAME_END) return strange("AMQP 0-9-1", bytes)
  if (type === HEARTBEAT_FRAME) return { taken: end + 1, value: null }
  const payload = bytes.subarray(HEAD_BYTES, end)
  if (payload.length < 4 || payload.readUInt16BE(0) !== CONNECTION) return strange("AMQP 0-9-1", bytes)
  return { taken: end + 1, value: { method: payload.readUInt16BE(2), body: payload.subarray(4) } }
}

const int16 = (value: number): Buffer => Buffer.of(value >> 8, value & 0xff)

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const shortText = (text: string): Buffer => {
  const bytes = Buffer.from(text).subarray(0, 255)
  return Buffer.concat([Buffer.of(bytes.length), bytes])
}

export const longText = (content: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(content as string)
  return Buffer.concat([int32(bytes.length), bytes])
}

export const writeMethod = (method: number, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const payload = Buffer.concat([int16(CONNECTION), int16(method), ...parts])
  return Buffer.concat([Buffer.of(METHOD_FRAME), int16(0), int32(payload.length), payload, Buffer.of(FRAME_END)])
}

/** With this capability, a server says why it refuses a login. Without it, the server only closes the connection. */
export const clientProperties: Buffer = longText(
  Buffer.concat([
    Buffer.concat([shortText("product"), Buffer.from("S"), longText("mon")]),
    Buffer.concat([
      shortText("capabilities"),
      Buffer.from("F"),
      longText(Buffer.concat([shortText("authentication_failure_close"), Buffer.from("t"), Buffer.of(1)]))
    ])
  ])
)

export const close: Buffer = writeMethod(methods.close, int16(200), shortText("goodbye"), int16(0), int16(0))

/** The most properties that a server's first method has. */
const MOST_PROPERTIES = 100

/** Reads the texts in the table of a server's properties. Tables and flags are skipped. */
export const readProperties = (body: Buffer): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  // The table comes after the two numbers of the version, and begins with its length.
  let at = 2 + 4
  const end = body.length < at ? 0 : Math.min(body.length, at + body.readUInt32BE(2))
  for (let count = 0; at < end && count < MOST_PROPERTIES; count++) {
    const nameEnd = at + 1 + (body[at] ?? 0)
    const kind = String.fromCodePoint(body[nameEnd] ?? 0)
    const valueAt = nameEnd + 1
    if (kind === "t") {
      at = valueAt + 1
      continue
    }
    if ((kind !== "S" && kind !== "F") || valueAt + 4 > end) break
    const valueEnd = valueAt + 4 + body.readUInt32BE(valueAt)
    if (kind === "S") found.set(body.toString("utf8", at + 1, nameEnd), body.toString("utf8", valueAt + 4, valueEnd))
    at = valueEnd
  }
  return found
}

/** Reads the code and the text of the method "close". */
export const readClose = (body: Buffer): string => {
  if (body.length < 3) return "without a reason"
  return `${body.toString("utf8", 3, 3 + (body[2] ?? 0))} (${body.readUInt16BE(0)})`
}
