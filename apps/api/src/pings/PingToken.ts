import { type NewPingToken, randomBytes, type SecretError, Secrets } from "@mon/core-store"
import { heartbeatLimits } from "@mon/model"
import { Effect } from "effect"
import { hash } from "node:crypto"

const LABEL = "heartbeat token"
const TOKEN_BYTES = 16

/** Returns the SHA-256 of a secret in a ping URL. */
export const pingTokenHash = (token: string): Uint8Array => hash("sha256", token, "buffer")

/** Returns random bytes as a UUID of version 4 (RFC 9562 section 5.4), which every client of Healthchecks accepts. */
const uuidOf = (bytes: Uint8Array): string => {
  const digits = Buffer.from(bytes)
  digits[6] = ((digits[6] ?? 0) & 0x0f) | 0x40
  digits[8] = ((digits[8] ?? 0) & 0x3f) | 0x80
  return digits.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5")
}

/** Creates and encrypts the token of a heartbeat's ping URL. `chosen`: the token that the request contains, if any. */
export const newPingToken = Effect.fnUntraced(function* (
  accountKey: string,
  chosen?: string
): Effect.fn.Return<NewPingToken, never, Secrets> {
  const token = chosen ?? uuidOf(yield* randomBytes(TOKEN_BYTES))
  const sealed = yield* (yield* Secrets).seal(LABEL, token, accountKey)
  return { hash: pingTokenHash(token), sealed, isChosen: chosen !== undefined }
})

const KEY_LENGTH = heartbeatLimits.pingKeyLength

/**
 * Creates and encrypts the key for an account's ping URLs that contain slugs. The key has the same form as in
 * Healthchecks.
 */
export const newPingKey = Effect.fnUntraced(function* (
  accountKey: string
): Effect.fn.Return<NewPingToken, never, Secrets> {
  const digits = BigInt(`0x${Buffer.from(yield* randomBytes(TOKEN_BYTES)).toString("hex")}`).toString(36)
  const key = digits.padStart(KEY_LENGTH, "0").slice(-KEY_LENGTH)
  return { hash: pingTokenHash(key), sealed: yield* (yield* Secrets).seal(LABEL, key, accountKey) }
})

/** Decrypts an encrypted token or key. */
export const openPingToken = (accountKey: string, sealed: string): Effect.Effect<string, SecretError, Secrets> =>
  Effect.flatMap(Secrets, (secrets) => secrets.open(LABEL, sealed, accountKey))
