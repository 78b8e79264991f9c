import { People } from "@mon/core-store"
import { inTransaction, OutgoingMail } from "@mon/notifications"
import { Effect } from "effect"
import { clearAttempts } from "./AttemptLimits.ts"
import { passwordChangedLetter, type Sender } from "./Letter.ts"
import { Passwords } from "./Passwords.ts"

/** Sets a password with a one-time link, and emails its owner. Null if the link is no longer valid. */
export const resetPassword = Effect.fn("resetPassword")(function* (
  tokenHash: Buffer,
  password: string,
  sender: Sender
) {
  const passwordHash = yield* (yield* Passwords).hash(password)
  const people = yield* People
  const outgoing = yield* OutgoingMail
  return yield* inTransaction(
    "resetPassword",
    Effect.gen(function* () {
      const person = yield* people.resetPassword(tokenHash, passwordHash)
      if (person === null) return null
      yield* clearAttempts("password", person.email)
      yield* outgoing.post(passwordChangedLetter(sender, person.email, passwordHash))
      return person
    })
  )
})

/** Changes the password of a signed-in person. Ends every session, including the current one. */
export const changePassword = Effect.fn("changePassword")(function* (
  person: { readonly userKey: string; readonly email: string },
  password: string,
  sender: Sender
) {
  const passwordHash = yield* (yield* Passwords).hash(password)
  const people = yield* People
  const outgoing = yield* OutgoingMail
  yield* inTransaction(
    "changePassword",
    Effect.gen(function* () {
      yield* people.setPassword(person.userKey, passwordHash)
      yield* outgoing.post(passwordChangedLetter(sender, person.email, passwordHash))
    })
  )
})
