import { Secrets } from "@mon/core-store"
import { Clock, Effect, Schema } from "effect"

/** The key-derivation labels. A sealed secret is bound to the person. */
const SECRET_LABEL = "second factor"
const SETUP_LABEL = "second factor setup"

/** The time for which a shown secret can be confirmed with a code. Milliseconds. */
const SETUP_MS = 15 * 60_000

/** Seals the secret of a person for the store. */
export const sealSecret = Effect.fnUntraced(function* (userKey: string, secret: string) {
  return yield* (yield* Secrets).seal(SECRET_LABEL, secret, userKey)
})

/** The secret of a person. Null, with a log line: no secret in MON_SECRET opens it. */
export const openSecret = Effect.fnUntraced(
  function* (userKey: string, sealed: string) {
    return yield* (yield* Secrets).open(SECRET_LABEL, sealed, userKey)
  },
  Effect.catchTag("SecretError", (error) =>
    Effect.as(Effect.logError("The secret of a second factor cannot be decrypted.", error), null)
  )
)

const Setup = Schema.fromJsonString(Schema.Struct({ secret: Schema.String, until: Schema.Number }))

/** A secret that was shown to a person and waits for a code. Only the person can confirm it, and not for long. */
export const sealSetup = Effect.fnUntraced(function* (userKey: string, secret: string) {
  const until = (yield* Clock.currentTimeMillis) + SETUP_MS
  return yield* (yield* Secrets).seal(SETUP_LABEL, JSON.stringify({ secret, until }), userKey)
})

/** The secret of {@link sealSetup}. Null: the text is another one, or too much time has passed. */
export const openSetup = Effect.fnUntraced(
  function* (userKey: string, sealed: string) {
    const text = yield* (yield* Secrets).open(SETUP_LABEL, sealed, userKey)
    const { secret, until } = yield* Effect.orDie(Schema.decodeUnknownEffect(Setup)(text))
    return until > (yield* Clock.currentTimeMillis) ? secret : null
  },
  Effect.catchTag("SecretError", () => Effect.succeed(null))
)
