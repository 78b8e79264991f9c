import { apiKeyDisplay, apiKeyRandomBytes, makeApiKey, unnamedKey } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import { randomBytes } from "../../sql/Randomness.ts"
import { ApiKeys, type ApiKeySummary, type CreateKeyResult, type KeyRules, type NewApiKey } from "./ApiKeys.ts"

/** The SHA-256 of a key. The database stores nothing else of it, except its ends for display. */
export const hashApiKey = (key: string): Uint8Array => createHash("sha256").update(key).digest()

/** A key and its record. This is the only time the key itself is available. */
export interface IssuedApiKey {
  readonly key: Redacted.Redacted
  readonly record: ApiKeySummary
}

/** What is known of a new key. Default: a write key without expiry, beyond any limit, that replaces none. */
export type KeyWish = Partial<Pick<NewApiKey, "name" | "scope" | "expiresAt"> & KeyRules>

const store = Effect.fn("storeApiKey")(function* (membershipId: string, key: Redacted.Redacted, wish: KeyWish) {
  const { expiresAt = null, limit = null, name = unnamedKey, replaces = null, scope = "write" } = wish
  const text = Redacted.value(key)
  const { end, start } = apiKeyDisplay(text)
  const stored = { hash: hashApiKey(text), shownStart: start, shownEnd: end, name, scope, expiresAt }
  return yield* (yield* ApiKeys).create(membershipId, stored, { limit, replaces })
})

const generate = Effect.map(randomBytes(apiKeyRandomBytes), (bytes) => Redacted.make(makeApiKey(bytes)))

const issuedOrNull = (key: Redacted.Redacted, result: CreateKeyResult): IssuedApiKey | null =>
  result._tag === "Created" ? { key, record: result.record } : null

/** Generates and stores a new key for a membership (public id), or says why it did not. */
export const createApiKey = Effect.fn("createApiKey")(function* (membershipId: string, wish: KeyWish) {
  const key = yield* generate
  const result = yield* store(membershipId, key, wish)
  return result._tag === "Created" ? { ...result, key } : result
})

/** Stores a given key for a membership (public id); null when there is no such membership. */
export const storeApiKey = Effect.fnUntraced(function* (
  membershipId: string,
  key: Redacted.Redacted,
  wish: KeyWish = {}
) {
  return issuedOrNull(key, yield* store(membershipId, key, wish))
})

/** Generates and stores a new key for a membership (public id); null when there is no such membership. */
export const issueApiKey = Effect.fnUntraced(function* (membershipId: string, wish: KeyWish = {}) {
  return yield* storeApiKey(membershipId, yield* generate, wish)
})
