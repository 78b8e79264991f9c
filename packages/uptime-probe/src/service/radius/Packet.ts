import { createHash, createHmac } from "node:crypto"
import type { Reading } from "../Received.ts"

/** The codes of packets (RFC 2865 section 3, RFC 2866 section 3, RFC 5997 section 3). */
export const codes = {
  accessRequest: 1,
  accessAccept: 2,
  accessReject: 3,
  accountingResponse: 5,
  accessChallenge: 11,
  statusServer: 12
} as const

/** The types of attributes (RFC 2865 section 5, RFC 2869 section 5.14). */
export const attributes = {
  userName: 1,
  userPassword: 2,
  replyMessage: 18,
  calledStationId: 30,
  callingStationId: 31,
  nasIdentifier: 32,
  messageAuthenticator: 80
} as const

const HEAD_BYTES = 20
const AUTHENTICATOR_AT = 4
const DIGEST_BYTES = 16
const ATTRIBUTE_HEAD_BYTES = 2

/** What the answer to a request must prove that it knows. */
export interface Question {
  readonly id: number
  /** The random bytes of the request. */
  readonly authenticator: Buffer
  readonly secret: string
}

/** A packet from a server that knows the secret. */
export interface Answer {
  readonly code: number
  readonly values: (type: number) => ReadonlyArray<Buffer>
}

type Attribute = readonly [type: number, value: Buffer | string]

const writeAttribute = ([type, content]: Attribute): Buffer => {
  const value = typeof content === "string" ? Buffer.from(content) : content
  return Buffer.concat([Buffer.of(type, ATTRIBUTE_HEAD_BYTES + value.length), value])
}

const digestOf = (...parts: ReadonlyArray<Buffer | string>): Buffer => {
  const hash = createHash("md5")
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const signature = (secret: string, packet: Buffer): Buffer => createHmac("md5", secret).update(packet).digest()

/** Hides a password with the secret (RFC 2865 section 5.2). */
export const hidePassword = (password: string, { authenticator, secret }: Omit<Question, "id">): Buffer => {
  const text = Buffer.from(password)
  const padded = Buffer.alloc(Math.max(1, Math.ceil(text.length / DIGEST_BYTES)) * DIGEST_BYTES)
  text.copy(padded)
  let before = authenticator
  for (let at = 0; at < padded.length; at += DIGEST_BYTES) {
    const mask = digestOf(secret, before)
    before = padded.subarray(at, at + DIGEST_BYTES)
    for (const [index, byte] of mask.entries()) before[index] = (before[index] ?? 0) ^ byte
  }
  return padded
}

/** Writes a request that is signed with the secret (RFC 2869 section 5.14). */
export const writePacket = (
  code: number,
  { authenticator, id, secret }: Question,
  content: ReadonlyArray<Attribute> = []
): Buffer => {
  const unsigned = writeAttribute([attributes.messageAuthenticator, Buffer.alloc(DIGEST_BYTES)])
  // The signature is the first attribute, so that nobody can choose bytes before it (CVE-2024-3596).
  const body = Buffer.concat([unsigned, ...content.map(writeAttribute)])
  const packet = Buffer.concat([Buffer.of(code, id, 0, 0), authenticator, body])
  packet.writeUInt16BE(packet.length, 2)
  signature(secret, packet).copy(packet, HEAD_BYTES + ATTRIBUTE_HEAD_BYTES)
  return packet
}

interface Place {
  readonly type: number
  readonly from: number
  readonly to: number
}

/** Returns where the values of the attributes are. Null if one of them has no valid length. */
const placesIn = (packet: Buffer): ReadonlyArray<Place> | null => {
  const places: Array<Place> = []
  let at = HEAD_BYTES
  while (at < packet.length) {
    const [type = 0, length = 0] = packet.subarray(at)
    if (length < ATTRIBUTE_HEAD_BYTES || at + length > packet.length) return null
    places.push({ type, from: at + ATTRIBUTE_HEAD_BYTES, to: at + length })
    at += length
  }
  return places
}

/**
 * Only a server that knows the secret can make the authenticator of an answer (RFC 2865 section 3). Older servers do
 * not sign their answers. An answer with a wrong signature is ignored.
 */
const isAuthentic = (packet: Buffer, places: ReadonlyArray<Place>, { authenticator, secret }: Question): boolean => {
  const given = packet.subarray(AUTHENTICATOR_AT, HEAD_BYTES)
  const head = packet.subarray(0, AUTHENTICATOR_AT)
  if (!given.equals(digestOf(head, authenticator, packet.subarray(HEAD_BYTES), secret))) return false
  return places
    .filter(({ type }) => type === attributes.messageAuthenticator)
    .every(({ from, to }) => {
      const unsigned = Buffer.from(packet)
      authenticator.copy(unsigned, AUTHENTICATOR_AT)
      unsigned.fill(0, from, to)
      return packet.subarray(from, to).equals(signature(secret, unsigned))
    })
}

/** Reads an answer with one of these codes. Ignores the packets of servers that do not know the secret. */
export const readPacket =
  (question: Question, wanted: ReadonlyArray<number>) =>
  (bytes: Buffer): Reading<Answer> => {
    const [code = 0, id] = bytes
    if (bytes.length < HEAD_BYTES || id !== question.id || !wanted.includes(code)) return null
    const length = bytes.readUInt16BE(2)
    if (length < HEAD_BYTES || length > bytes.length) return null
    const packet = bytes.subarray(0, length)
    const places = placesIn(packet)
    if (places === null || !isAuthentic(packet, places, question)) return null
    const values = (type: number) =>
      places.filter((place) => place.type === type).map(({ from, to }) => packet.subarray(from, to))
    return { taken: bytes.length, value: { code, values } }
  }
