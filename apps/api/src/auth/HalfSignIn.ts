import { type Person, People } from "@mon/core-store"
import { Clock, Effect, Schema } from "effect"
import { hash } from "node:crypto"
import type { CookieRequest } from "./AttemptRequest.ts"
import { sealedCookie } from "./sealedCookie.ts"

/** The longest time that a person may take to enter the code after the password. Seconds. */
const HALF_SECONDS = 300

/** The properties of the future session besides the person: its account, and the identity at a provider. */
const HalfEntry = Schema.Struct({
  membershipKey: Schema.optional(Schema.String),
  identityKey: Schema.optional(Schema.String),
  isConfirmed: Schema.optional(Schema.Boolean)
})
type HalfEntry = typeof HalfEntry.Type

/**
 * `password`: the SHA-256 of the hash, so that a new password ends what was begun with the old one. `entry`: absent in
 * the cookies of the previous release.
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

/** A person who has to enter a code, and how its session will begin. */
export interface HalfSignIn {
  readonly person: Person
  readonly entry: HalfEntry
}

const passwordMark = ({ passwordHash }: Person): string => hash("sha256", passwordHash ?? "")

/** The cookie of a person who has to enter a code after the first factor. It opens nothing. */
export const rememberHalf = Effect.fnUntraced(function* (request: CookieRequest, person: Person, entry: HalfEntry) {
  const until = (yield* Clock.currentTimeMillis) + HALF_SECONDS * 1_000
  return yield* cookie.remember(request, { userKey: person.userKey, password: passwordMark(person), until, entry })
})

/** The value of the header that deletes the cookie. */
export const forgetHalf = cookie.forget

/** Finds the person who has to enter a code in this browser. Null: nobody, or the time is over. */
export const halfSignInOf = Effect.fn("halfSignInOf")(function* (request: CookieRequest) {
  const half = yield* cookie.read(request)
  if (half === null || half.until <= (yield* Clock.currentTimeMillis)) return null
  const person = yield* (yield* People).findByKey(half.userKey)
  if (person === null || passwordMark(person) !== half.password) return null
  return { person, entry: half.entry ?? {} } satisfies HalfSignIn
})
