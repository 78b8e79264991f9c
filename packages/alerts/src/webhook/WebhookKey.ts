import {
  argumentError,
  either,
  aUint8Array,
  type Kind,
  aNumber,
  secretly,
  aString,
  textLike
} from "@mon/bundled/arguments"

/**
 * The prefix of a secret. A secret consists of `whsec_` and the base64 of 24 to 64 random bytes (Standard Webhooks,
 * "Symmetric").
 */
export const SECRET_PREFIX = "whsec_"
const KEY_BYTES = { shortest: 24, longest: 64 } as const
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/u

const decodeBase64 = (encoded: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const keyIn = (value: string): Uint8Array<ArrayBuffer> | null => {
  const encoded = value.slice(SECRET_PREFIX.length)
  if (!value.startsWith(SECRET_PREFIX) || !BASE64.test(encoded)) return null
  const key = decodeBase64(encoded)
  return key === null || key.length < KEY_BYTES.shortest || key.length > KEY_BYTES.longest ? null : key
}

const TAKES = `${SECRET_PREFIX} followed by the base64 form of ${KEY_BYTES.shortest} to ${KEY_BYTES.longest} bytes`

/**
 * Returns the decoded bytes of a secret. Throws a TypeError if the value is not a secret. The error does not quote the
 * value.
 */
export const webhookKey = (value: string): Uint8Array<ArrayBuffer> => {
  const key = keyIn(value)
  if (key === null) throw argumentError(`webhook: secret must be ${TAKES}.`)
  return key
}

export const webhookSecret = (): Kind => secretly(textLike(TAKES, (value) => keyIn(value) !== null))

export const rawBodyKind = (): Kind => either([aString, aUint8Array])

export const unixSeconds = (): Kind => aNumber("a number of seconds since 1970", 0)
