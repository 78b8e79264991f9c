import { fail, note, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { ProtocolOptions } from "../protocol/Protocol.ts"
import type { Reading } from "../Received.ts"

/** A check of a STUN or TURN server over UDP: it must say from which address the request came. */
export interface StunRequest extends ProtocolOptions {
  readonly type: "stun"
}

/** What a check found out about a STUN server. */
export interface StunFound {
  /** The address and port from which the server saw the request, such as "192.0.2.1:40000". */
  readonly mappedAddress: string
}

/** RFC 8489 section 5. */
const BINDING_REQUEST = 0x0001
const BINDING_SUCCESS = 0x0101
const BINDING_ERROR = 0x0111
const COOKIE = 0x2112_a442
const HEAD_BYTES = 20
const ID_BYTES = 12
const KEY_BYTES = 16
/** Servers that follow only RFC 3489 send the address unencrypted. */
const MAPPED_ADDRESS = 0x0001
const XOR_MAPPED_ADDRESS = 0x0020
const ERROR_CODE = 0x0009
const IPV4 = 0x01

const requestWith = (id: Buffer): Buffer => {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt16BE(BINDING_REQUEST, 0)
  head.writeUInt32BE(COOKIE, 4)
  id.copy(head, HEAD_BYTES - ID_BYTES)
  return head
}

const readAnswer =
  (id: Buffer) =>
  (bytes: Buffer): Reading<Buffer> =>
    bytes.length >= HEAD_BYTES && bytes.subarray(HEAD_BYTES - ID_BYTES, HEAD_BYTES).equals(id)
      ? { taken: bytes.length, value: bytes }
      : null

/** Returns the value of an attribute (section 14). Each value is padded to four bytes. */
const attribute = (message: Buffer, wanted: number): Buffer | null => {
  for (let at = HEAD_BYTES; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2)
    if (message.readUInt16BE(at) === wanted) return message.subarray(at + 4, at + 4 + length)
    at += 4 + Math.ceil(length / 4) * 4
  }
  return null
}

const xor = (bytes: Buffer, key: Buffer): Buffer => Buffer.from(bytes.map((byte, index) => byte ^ (key[index] ?? 0)))

/** Reads an address that is encrypted with the cookie and the id (section 14.2). */
const mappedAddress = (value: Buffer, key: Buffer): string | null => {
  if (value.length < 8) return null
  const port = value.readUInt16BE(2) ^ key.readUInt16BE(0)
  if (value[1] === IPV4) return `${xor(value.subarray(4, 8), key).join(".")}:${port}`
  if (value.length < 20) return null
  const groups = xor(value.subarray(4, 20), key).toString("hex").match(/.{4}/gu) ?? []
  return `[${groups.join(":")}]:${port}`
}

/** Asks a STUN server for this machine's address. */
export function* talkStun(_request: StunRequest, { random }: Surroundings): Talk<StunFound> {
  const message = requestWith(random(ID_BYTES))
  yield* send(message)
  const answer = yield* read(readAnswer(message.subarray(HEAD_BYTES - ID_BYTES)))
  const type = answer.readUInt16BE(0)
  if (type === BINDING_ERROR) {
    const code = attribute(answer, ERROR_CODE)
    yield* fail("service_refused", `The server refuses requests (${(code?.[2] ?? 0) * 100 + (code?.[3] ?? 0)}).`)
  }
  const encrypted = attribute(answer, XOR_MAPPED_ADDRESS)
  const value = encrypted ?? attribute(answer, MAPPED_ADDRESS)
  const key = encrypted === null ? Buffer.alloc(KEY_BYTES) : message.subarray(4)
  const address = value === null ? null : mappedAddress(value, key)
  if (type !== BINDING_SUCCESS || address === null)
    return yield* fail("wrong_answer", "The server did not answer with an address.")
  yield* note({ mappedAddress: address })
}
