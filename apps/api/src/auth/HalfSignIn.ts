import { type Person, People } from "@mon/core-store"
import { Clock, Effect, Schema } from "effect"
import { hash } from "node:crypto"
import type { CookieRequest } from "./AttemptRequest.ts"
import { sealedCookie } from "./sealedCookie.ts"

/** The longest time between the password and the code, in seconds. */
const HALF_SECONDS = 300

/** The data of the future session in addition to the person: the account, and the identity at a provider. */
const HalfEntry = Schema.Struct({
  membershipKey: Schema.optional(Schema.String),
  identityKey: Schema.optional(Schema.String),
  isConfirmed: Schema.optional(Schema.Boolean)
})
type HalfEntry = typeof HalfEntry.Type

/**
 * The content of the cookie. `password`: the SHA-256 of the password hash, so that a new password invalidates a sign-in
 * that began with the old password. `entry`: absent in cookies of the previous release.
 */
const Half = Schema.fromJsonString(
  Schema.Struct({
    userKey: Schema.String,
    password: Schema.String,
    until: Schema.Number,
    entry: Schema.optional(HalfEntry)
  })
)
const cookie = sealedCookie({ name: "mon_signin", label: "half sign-in", seconds: HALF_SECONDS, value: Half })

export interface HalfSignIn {
  readonly person: Person
  readonly entry: HalfEntry
}

const passwordMark = ({ passwordHash }: Person): string => hash("sha256", passwordHash ?? "")

/** Returns the cookie of a person who still has to enter a code. The cookie alone gives no access. */
export const rememberHalf = Effect.fnUntraced(function* (request: CookieRequest, person: Person, entry: HalfEntry) {
  const until = (yield* Clock.currentTimeMillis) + HALF_SECONDS * 1_000
  return yield* cookie.remember(request, { userKey: person.userKey, password: passwordMark(person), until, entry })
})

export const forgetHalf = cookie.forget

/**
 * Returns the person who still has to enter a code in this browser. Null: there is no such person, or the time for
 * entering the code is over.
 */
export const halfSignInOf = Effect.fn("halfSignInOf")(function* (request: CookieRequest) {
  const half = yield* cookie.read(request)
  if (half === null || half.until <= (yield* Clock.currentTimeMillis)) return null
  const person = yield* (yield* People).findByKey(half.userKey)
  if (person === null || passwordMark(person) !== half.password) return null
  return { person, entry: half.entry ?? {} } satisfies HalfSignIn
})
