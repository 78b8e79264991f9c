import { strange, tooLong } from "../dialogue/readings.ts"
import type { Reading } from "../Received.ts"

/** A value in BER (X.690), as LDAP and SNMP use it. */
export interface Value {
  readonly tag: number
  readonly content: Buffer
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  text: 0x04,
  null: 0x05,
  identifier: 0x06,
  enumerated: 0x0a,
  sequence: 0x30
} as const

/** The longest message that this package reads, in bytes. */
const MESSAGE_BYTES = 64 * 1024

export const write = (tag: number, ...parts: ReadonlyArray<Buffer | string>): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)))
  const { length } = content
  const head = length < 0x80 ? Buffer.of(tag, length) : Buffer.of(tag, 0x82, length >> 8, length & 0xff)
  return Buffer.concat([head, content])
}

export const writeInteger = (value: number, tag: number = tags.integer): Buffer => write(tag, Buffer.of(value))

interface Head {
  readonly from: number
  readonly end: number
}

/** Reads the length of the value at this place. Null if bytes are missing. */
const headAt = (bytes: Buffer, at: number): Head | "invalid" | null => {
  const first = bytes[at + 1]
  if (first === undefined) return null
  if (first < 0x80) return { from: at + 2, end: at + 2 + first }
  const size = first & 0x7f
  if (size === 0 || size > 4) return "invalid"
  const from = at + 2 + size
  return bytes.length < from ? null : { from, end: from + bytes.readUIntBE(at + 2, size) }
}

/** Reads a message of a server, which is a sequence. Returns its content. */
export const readMessage =
  (protocol: string) =>
  (bytes: Buffer): Reading<Buffer> => {
    if (bytes[0] !== tags.sequence) return strange(protocol, bytes)
    const head = headAt(bytes, 0)
    if (head === null) return null
    if (head === "invalid") return strange(protocol, bytes)
    if (head.end > MESSAGE_BYTES) return tooLong(head.end)
    return bytes.length < head.end ? null : { taken: head.end, value: bytes.subarray(head.from, head.end) }
  }

/** Reads the values of a sequence, as far as they are valid. */
export const readValues = (bytes: Buffer, most: number): ReadonlyArray<Value> => {
  const values: Array<Value> = []
  for (let at = 0; at < bytes.length && values.length < most;) {
    const head = headAt(bytes, at)
    if (head === null || head === "invalid" || head.end > bytes.length) break
    values.push({ tag: bytes[at] ?? 0, content: bytes.subarray(head.from, head.end) })
    at = head.end
  }
  return values
}
