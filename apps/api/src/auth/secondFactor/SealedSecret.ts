import { Secrets } from "@mon/core-store"
import { Clock, Effect, Schema } from "effect"

/** The key-derivation labels for secrets, which are encrypted for one person each. */
const SECRET_LABEL = "second factor"
const SETUP_LABEL = "second factor setup"

/** The time within which a new secret must be confirmed with a code, in milliseconds. */
const SETUP_MS = 15 * 60_000

export const sealSecret = Effect.fnUntraced(function* (userKey: string, secret: string) {
  return yield* (yield* Secrets).seal(SECRET_LABEL, secret, userKey)
})

/** Decrypts the secret of a person. Writes a log line and returns null if no secret in MON_SECRET can decrypt it. */
export const openSecret = Effect.fnUntraced(
  function* (userKey: string, sealed: string) {
    return yield* (yield* Secrets).open(SECRET_LABEL, sealed, userKey)
  },
  Effect.catchTag("SecretError", (error) =>
    Effect.as(Effect.logError("The secret of a second factor cannot be decrypted.", error), null)
  )
)

const Setup = Schema.fromJsonString(Schema.Struct({ secret: Schema.String, until: Schema.Number }))

/**
 * Encrypts a new secret that a person has not confirmed yet. Only this person can confirm it, and only for a limited
 * time.
 */
export const sealSetup = Effect.fnUntraced(function* (userKey: string, secret: string) {
  const until = (yield* Clock.currentTimeMillis) + SETUP_MS
  return yield* (yield* Secrets).seal(SETUP_LABEL, JSON.stringify({ secret, until }), userKey)
})

/** Decrypts the result of {@link sealSetup}. Returns null if it belongs to another person or has expired. */
export const openSetup = Effect.fnUntraced(
  function* (userKey: string, sealed: string) {
    const text = yield* (yield* Secrets).open(SETUP_LABEL, sealed, userKey)
    const { secret, until } = yield* Effect.orDie(Schema.decodeUnknownEffect(Setup)(text))
    return until > (yield* Clock.currentTimeMillis) ? secret : null
  },
  Effect.catchTag("SecretError", () => Effect.succeed(null))
)
