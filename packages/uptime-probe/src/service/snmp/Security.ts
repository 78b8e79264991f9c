import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from "node:crypto"

/** How messages are signed: the hash, and the bytes of the signature (RFC 3414 section 6, RFC 7860 section 4). */
export const signatures = {
  md5: { hash: "md5", bytes: 12 },
  sha1: { hash: "sha1", bytes: 12 },
  sha256: { hash: "sha256", bytes: 24 },
  sha512: { hash: "sha512", bytes: 48 }
} as const

export type Signature = keyof typeof signatures

/** The bytes of repeated password from which a key is made (RFC 3414 section A.2). */
const STRETCHED_BYTES = 1_048_576
const BLOCK_BYTES = 65_536

/** Makes the key of a password for one agent (RFC 3414 section 2.6). The password must not be empty. */
export const keyOf = (signature: Signature, password: string, engine: Buffer): Buffer => {
  const { hash } = signatures[signature]
  const text = Buffer.from(password)
  const stretched = createHash(hash)
  // The text repeats, so that each block begins where the last one ended.
  const repeated = Buffer.alloc(BLOCK_BYTES + text.length, text)
  for (let at = 0; at < STRETCHED_BYTES; at += BLOCK_BYTES)
    stretched.update(repeated.subarray(at % text.length, (at % text.length) + BLOCK_BYTES))
  const key = stretched.digest()
  return createHash(hash).update(key).update(engine).update(key).digest()
}

/** Signs a message whose signature is filled with zero bytes. */
export const sign = (signature: Signature, key: Buffer, message: Buffer): Buffer => {
  const { bytes, hash } = signatures[signature]
  return createHmac(hash, key).update(message).digest().subarray(0, bytes)
}

export const isSignedWith = (signature: Signature, key: Buffer, message: Buffer, given: Buffer): boolean => {
  const expected = sign(signature, key, message)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The times of an agent, by which it recognises old messages (RFC 3414 section 2.2). */
export interface EngineTime {
  readonly boots: number
  readonly seconds: number
}

const AES = "aes-128-cfb"
const AES_BYTES = 16
export const SALT_BYTES = 8

/** The initial value of the cipher (RFC 3826 section 3.1.2.1). */
const initialValue = ({ boots, seconds }: EngineTime, salt: Buffer): Buffer => {
  const times = Buffer.alloc(8)
  times.writeUInt32BE(boots, 0)
  times.writeUInt32BE(seconds, 4)
  return Buffer.concat([times, salt])
}

export const encrypt = (key: Buffer, time: EngineTime, salt: Buffer, plain: Buffer): Buffer =>
  createCipheriv(AES, key.subarray(0, AES_BYTES), initialValue(time, salt)).update(plain)

/** Returns null if the salt has another length. */
export const decrypt = (key: Buffer, time: EngineTime, salt: Buffer, sealed: Buffer): Buffer | null =>
  salt.length === SALT_BYTES
    ? createDecipheriv(AES, key.subarray(0, AES_BYTES), initialValue(time, salt)).update(sealed)
    : null
