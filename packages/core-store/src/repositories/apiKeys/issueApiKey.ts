import { apiKeyDisplay, apiKeyRandomBytes, makeApiKey } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import { randomBytes } from "../../sql/Randomness.ts"
import { ApiKeys, type ApiKeySummary } from "./ApiKeys.ts"

/** The SHA-256 of a key. The database stores nothing else of it, except its ends for display. */
export const hashApiKey = (key: string): Uint8Array => createHash("sha256").update(key).digest()

/** A key and its record. This is the only time the key itself is available. */
export interface IssuedApiKey {
  readonly key: Redacted.Redacted
  readonly record: ApiKeySummary
}

/**
 * Stores a given key for a membership (public id) and revokes the previous one; null when there is no such membership.
 */
export const storeApiKey = Effect.fn("storeApiKey")(function* (membershipId: string, key: Redacted.Redacted) {
  const keys = yield* ApiKeys
  const text = Redacted.value(key)
  const shown = apiKeyDisplay(text)
  const record = yield* keys.replace(membershipId, {
    hash: hashApiKey(text),
    shownStart: shown.start,
    shownEnd: shown.end
  })
  return record === null ? null : ({ key, record } satisfies IssuedApiKey)
})

/** Generates and stores a new key for a membership (public id); null when there is no such membership. */
export const issueApiKey = Effect.fn("issueApiKey")(function* (membershipId: string) {
  return yield* storeApiKey(membershipId, Redacted.make(makeApiKey(yield* randomBytes(apiKeyRandomBytes))))
})
