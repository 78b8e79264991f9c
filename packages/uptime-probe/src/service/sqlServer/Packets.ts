import type { HandshakeFraming } from "../../tls/HandshakeFraming.ts"
import { strange, tooLong } from "../dialogue/readings.ts"
import { fail, read, type Talk } from "../dialogue/Talk.ts"
import type { Reading } from "../Received.ts"

/** The types of packets (MS-TDS section 2.2.3.1.1). */
export const BATCH = 0x01
const RESPONSE = 0x04
export const LOGIN = 0x10
export const PRELOGIN = 0x12

/** The status of the last packet of a message (MS-TDS section 2.2.3.1.2). */
const LAST = 0x01
const HEAD_BYTES = 8
/** The size of a packet that every server accepts, in bytes. */
export const PACKET_BYTES = 4_096
/** The largest size that a client can ask for (MS-TDS section 2.2.6.4). */
const MOST_PACKET_BYTES = 32_767
/** The longest message that this package reads, in bytes. */
const MESSAGE_BYTES = 64 * 1024

/** Writes a message as packets. */
export const writeMessage = (type: number, body: Buffer): Buffer => {
  const packets: Array<Buffer> = []
  const most = PACKET_BYTES - HEAD_BYTES
  for (let at = 0; at === 0 || at < body.length; at += most) {
    const part = body.subarray(at, at + most)
    const isLast = at + part.length === body.length
    const head = Buffer.of(type, isLast ? LAST : 0, 0, 0, 0, 0, at / most + 1, 0)
    head.writeUInt16BE(HEAD_BYTES + part.length, 2)
    packets.push(head, part)
  }
  return Buffer.concat(packets)
}

interface Packet {
  readonly isLast: boolean
  readonly body: Buffer
}

const packetOf =
  (types: ReadonlySet<number>) =>
  (bytes: Buffer): Reading<Packet> => {
    if (!types.has(bytes[0] ?? 0)) return strange("SQL Server", bytes)
    if (bytes.length < HEAD_BYTES) return null
    const length = bytes.readUInt16BE(2)
    if (length < HEAD_BYTES || length > MOST_PACKET_BYTES) return strange("SQL Server", bytes)
    if (bytes.length < length) return null
    const value = { isLast: ((bytes[1] ?? 0) & LAST) !== 0, body: bytes.subarray(HEAD_BYTES, length) }
    return { taken: length, value }
  }

const readResponse = packetOf(new Set([RESPONSE]))
const readHandshake = packetOf(new Set([PRELOGIN, RESPONSE]))

/** Reads the packets of a message of the server. */
export function* readMessage(): Talk<never, Buffer> {
  const parts: Array<Buffer> = []
  for (let length = 0; ;) {
    const { body, isLast } = yield* read(readResponse)
    parts.push(body)
    length += body.length
    if (length > MESSAGE_BYTES) {
      const { failure } = tooLong(length)
      yield* fail(failure.outcome, failure.message)
    }
    if (isLast) return Buffer.concat(parts)
  }
}

/** The TLS handshake is inside packets of the type PRELOGIN (MS-TDS sections 2.2.6.5 and 3.2.5.2). */
export const handshakeFraming: HandshakeFraming = {
  packetBytes: PACKET_BYTES,
  wrap: (bytes) => writeMessage(PRELOGIN, bytes),
  unwrap: (bytes) => {
    const packet = readHandshake(bytes)
    return packet === null || packet.taken === undefined ? packet : { taken: packet.taken, value: packet.value.body }
  }
}
