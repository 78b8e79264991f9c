import { createHash, createHmac } from "node:crypto"
import { note, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { ProtocolOptions } from "../protocol/Protocol.ts"
import type { Reading } from "../Received.ts"

/**
 * A check of a RADIUS server with Status-Server (RFC 5997), which needs no user. A server ignores clients that it does
 * not know, and those with a wrong secret.
 */
export interface RadiusRequest extends ProtocolOptions {
  readonly type: "radius"
  /** The secret that the server shares with this client. It is not sent. */
  readonly secret: string
}

/** What a check found out about a RADIUS server. */
export interface RadiusFound {
  /** Whether the server answers for logins or for accounting. */
  readonly purpose: "accounting" | "logins"
}

const STATUS_SERVER = 12
const ACCESS_ACCEPT = 2
const ACCOUNTING_RESPONSE = 5
const HEAD_BYTES = 20
const AUTHENTICATOR_AT = 4
const AUTHENTICATOR_BYTES = 16
const MESSAGE_AUTHENTICATOR = 80

const requestWith = (id: number, authenticator: Buffer, secret: string): Buffer => {
  const attribute = Buffer.alloc(2 + AUTHENTICATOR_BYTES)
  attribute[0] = MESSAGE_AUTHENTICATOR
  attribute[1] = attribute.length
  const head = Buffer.of(STATUS_SERVER, id, 0, HEAD_BYTES + attribute.length)
  const unsigned = Buffer.concat([head, authenticator, attribute])
  createHmac("md5", secret)
    .update(unsigned)
    .digest()
    .copy(unsigned, HEAD_BYTES + 2)
  return unsigned
}

/** Only a server that knows the secret can make the authenticator of an answer (RFC 2865 section 3). */
const readAnswer =
  (id: number, authenticator: Buffer, secret: string) =>
  (bytes: Buffer): Reading<number> => {
    const [code = 0, identifier] = bytes
    if (bytes.length < HEAD_BYTES || identifier !== id) return null
    if (code !== ACCESS_ACCEPT && code !== ACCOUNTING_RESPONSE) return null
    const length = bytes.readUInt16BE(2)
    if (length < HEAD_BYTES || length > bytes.length) return null
    const expected = createHash("md5")
      .update(bytes.subarray(0, AUTHENTICATOR_AT))
      .update(authenticator)
      .update(bytes.subarray(HEAD_BYTES, length))
      .update(secret)
      .digest()
    const given = bytes.subarray(AUTHENTICATOR_AT, HEAD_BYTES)
    return given.equals(expected) ? { taken: bytes.length, value: code } : null
  }

/** Asks a RADIUS server for its status. */
export function* talkRadius({ secret }: RadiusRequest, { random }: Surroundings): Talk<RadiusFound> {
  const id = random(1)[0] ?? 0
  const authenticator = random(AUTHENTICATOR_BYTES)
  yield* send(requestWith(id, authenticator, secret))
  const code = yield* read(readAnswer(id, authenticator, secret))
  yield* note({ purpose: code === ACCESS_ACCEPT ? "logins" : "accounting" })
}
