import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

/**
 * An API key consists of `mon_`, 32 characters of `[0-9A-Za-z]`, and 6 check characters. The check characters are the
 * CRC-32 (IEEE, as in zlib) of the first 36 characters in ASCII, written in base 62 and left-padded with `0`. They
 * allow the service to refuse a mistyped key without a database query.
 */

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const prefix = "mon_"
const secretLength = 32
const checkLength = 6
const pattern = /^mon_[0-9A-Za-z]{38}$/u

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

const crc32 = (ascii: string): number => {
  let crc = 0xffffffff
  for (let index = 0; index < ascii.length; index++) {
    crc = (crc >>> 8) ^ (crcTable[(crc ^ ascii.charCodeAt(index)) & 0xff] ?? 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const checkCharacters = (body: string): string => {
  let rest = crc32(body)
  let text = ""
  for (let place = 0; place < checkLength; place++) {
    text = alphabet.charAt(rest % alphabet.length) + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}

/**
 * The number of random bytes that {@link makeApiKey} takes. That function skips bytes of 248 and above, so that all
 * characters are equally likely.
 */
export const apiKeyRandomBytes = 96

/**
 * Makes a key from {@link apiKeyRandomBytes} random bytes. The key has about 190 bits of entropy.
 *
 * @throws RangeError when too few of the bytes are usable (chance below 10⁻⁴⁰ with real randomness).
 */
export const makeApiKey = (random: Uint8Array): string => {
  const limit = 256 - (256 % alphabet.length)
  let secret = ""
  for (const byte of random) {
    if (secret.length === secretLength) break
    if (byte < limit) secret += alphabet.charAt(byte % alphabet.length)
  }
  if (secret.length < secretLength) throw new RangeError("Not enough random bytes for an API key.")
  const body = prefix + secret
  return body + checkCharacters(body)
}

/**
 * Returns whether a text has the form and the correct check characters of a key.
 *
 * @example
 * ```ts
 * isApiKey("mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq") // => true
 * isApiKey("mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHx") // => false
 * ```
 */
export const isApiKey = (text: string): boolean =>
  pattern.test(text) && checkCharacters(text.slice(0, prefix.length + secretLength)) === text.slice(-checkLength)

/** Returns the parts of a key that may be shown after its creation: the first 8 and the last 4 characters. */
export const apiKeyDisplay = (key: string): { readonly start: string; readonly end: string } => ({
  start: key.slice(0, 8),
  end: key.slice(-4)
})

const { id, record, text, time, timeOrNull, value } = described

/**
 * The permissions of a key: only reading, everything that the key's person may do through the API, or everything that
 * the person may do with heartbeats.
 */
export const KeyScope = Schema.Literals(["read", "write", "heartbeats"])
export type KeyScope = typeof KeyScope.Type

/**
 * The state of a key. Keys that are `expired` or `over_limit` do not work. `over_limit`: the person has more keys than
 * the plan allows.
 */
export const KeyState = Schema.Literals(["active", "expired", "over_limit"])
export type KeyState = typeof KeyState.Type

/** The limits of a key's fields. */
export const apiKeyLimits = { nameLength: 60 } as const

/** The name of a key that was created without a name. */
export const unnamedKey = "API key"

/**
 * Returns the state of a key if the plan allows each person `limit` working keys. `olderKeys` is the number of older
 * keys of the same person that have neither expired nor been deleted.
 *
 * @example
 * ```ts
 * keyStateOf({ isExpired: false, olderKeys: 1 }, 2) // => "active"
 * keyStateOf({ isExpired: false, olderKeys: 2 }, 2) // => "over_limit"
 * ```
 */
export const keyStateOf = (
  { isExpired, olderKeys }: { readonly isExpired: boolean; readonly olderKeys: number },
  limit: number
): KeyState => {
  if (isExpired) return "expired"
  return olderKeys < limit ? "active" : "over_limit"
}

/** The record of an API key, without the key itself. */
export const ApiKeyRecord = record("ApiKeyRecord", "One of the caller's API keys.", {
  id: id("Opaque id of the key."),
  name: text("Name of the key.", "Nightly report"),
  scope: value(
    KeyScope,
    "`read`: the key cannot change anything. `write`: the key can do everything that its owner can do. `heartbeats`: the key can do everything that its owner can do with heartbeats, and nothing else.",
    "read"
  ),
  state: value(
    KeyState,
    "`active`: the key works. `expired`: the key has expired. `over_limit`: the plan allows fewer keys, so the newest ones do not work.",
    "active"
  ),
  shown: text("First and last characters of the key.", "mon_0123…BnzHq"),
  createdAt: time("Creation time, ISO 8601 UTC."),
  expiresAt: timeOrNull("The time when the key stops working, ISO 8601 UTC, or null if it does not expire."),
  lastUsedAt: timeOrNull("Minute of the last request with the key, ISO 8601 UTC, or null if there was none.")
})
export interface ApiKeyRecord extends Schema.Schema.Type<typeof ApiKeyRecord> {}

/** The record of an API key that was just created. Only this record contains the key itself. */
export const NewApiKeyRecord = record("NewApiKey", "An API key right after its creation.", {
  ...ApiKeyRecord.fields,
  key: text("The key. Only this response contains it.", "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq")
})
export interface NewApiKeyRecord extends Schema.Schema.Type<typeof NewApiKeyRecord> {}
