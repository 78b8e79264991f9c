import type { Reading } from "./Received.ts"

/** The opcodes of frames (RFC 6455 section 5.2). */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export interface Frame {
  readonly isFinal: boolean
  readonly opcode: number
  readonly payload: Buffer
}

export const FRAME_BYTES = 64 * 1024

/** The maximum size of a control frame (RFC 6455 section 5.5). */
const MOST_CONTROL_BYTES = 125
const KNOWN: ReadonlySet<number> = new Set(Object.values(opcodes))

const wrong = (message: string): Reading<never> => ({ failure: { outcome: "protocol_error", message } })

/** Reads a frame from a server, which must not be masked (RFC 6455 section 5.1). */
export const readFrame = (bytes: Buffer): Reading<Frame> => {
  if (bytes.length < 2) return null
  const first = bytes.readUInt8(0)
  const second = bytes.readUInt8(1)
  const opcode = first & 0x0f
  const isFinal = (first & 0x80) !== 0
  if ((first & 0x70) !== 0) return wrong("A WebSocket frame uses an extension that was not negotiated.")
  if (!KNOWN.has(opcode)) return wrong("A WebSocket frame has an unknown opcode.")
  if ((second & 0x80) !== 0) return wrong("A WebSocket frame from the server is masked.")
  const short = second & 0x7f
  if (opcode >= opcodes.close && (!isFinal || short > MOST_CONTROL_BYTES))
    return wrong("A WebSocket control frame is fragmented or too long.")
  const headBytes = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < headBytes) return null
  const length = short === 127 ? bytes.readBigUInt64BE(2) : BigInt(short === 126 ? bytes.readUInt16BE(2) : short)
  if (length > BigInt(FRAME_BYTES))
    return { failure: { outcome: "too_large", message: `A WebSocket frame is larger than ${FRAME_BYTES / 1024} KiB.` } }
  const end = headBytes + Number(length)
  if (bytes.length < end) return null
  return { taken: end, value: { isFinal, opcode, payload: bytes.subarray(headBytes, end) } }
}

/** Writes a client's frame, masked with four bytes (RFC 6455 section 5.3). */
export const writeFrame = (opcode: number, payload: Uint8Array, mask: Uint8Array): Buffer => {
  const { length } = payload
  const head = length > 0xffff ? Buffer.alloc(10) : length > MOST_CONTROL_BYTES ? Buffer.alloc(4) : Buffer.alloc(2)
  head.writeUInt8(0x80 | opcode, 0)
  head.writeUInt8(0x80 | (head.length === 10 ? 127 : head.length === 4 ? 126 : length), 1)
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))
  return Buffer.concat([head, mask, masked])
}
