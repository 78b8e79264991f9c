import { People } from "@mon/core-store"
import { Effect } from "effect"
import { clearAttempts, forgiveAttempt, takeAttempt } from "./AttemptLimits.ts"
import { networkOf } from "./networkOf.ts"
import { Passwords } from "./Passwords.ts"

/** The result of a sign-in: the person, a refusal without a reason, or a wait. */
type SignInResult =
  | { readonly _tag: "Right"; readonly userKey: string }
  | { readonly _tag: "Wrong" }
  | { readonly _tag: "Wait"; readonly seconds: number }

/** Checks a password. An unknown address takes equally long and counts as an attempt. */
export const checkPassword = Effect.fn("checkPassword")(function* (
  email: string,
  password: string,
  clientAddress: string
) {
  const network = networkOf(clientAddress)
  const seconds = (yield* takeAttempt("network", network)) || (yield* takeAttempt("password", email))
  if (seconds > 0) return { _tag: "Wait", seconds } satisfies SignInResult
  const people = yield* People
  const passwords = yield* Passwords
  const person = yield* people.findByEmail(email)
  const { outdated, right } = yield* passwords.verify(password, person?.passwordHash ?? null)
  if (person === null || person.passwordHash === null || !right) return { _tag: "Wrong" } satisfies SignInResult
  yield* clearAttempts("password", email)
  yield* forgiveAttempt("network", network)
  if (outdated) yield* people.rehash(person.userKey, person.passwordHash, yield* passwords.hash(password))
  return { _tag: "Right", userKey: person.userKey } satisfies SignInResult
})
