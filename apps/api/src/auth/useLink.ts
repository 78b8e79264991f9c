import { People } from "@mon/core-store"
import { inTransaction, OutgoingMail } from "@mon/notifications"
import { Effect } from "effect"
import { clearAttempts } from "./AttemptLimits.ts"
import { mailSender, passwordChangedLetter } from "./Letter.ts"
import { networkOf } from "./networkOf.ts"
import { Passwords } from "./Passwords.ts"
import { type AttemptRequest, fromNetwork } from "./signIn.ts"

/** A password to set, and whether the API keys of the person are deleted as well. */
export interface NewPassword {
  readonly password: string
  readonly revokeKeys: boolean
}

/** Sets a password with a one-time link, and emails its owner. Null if the link is no longer valid. */
export const resetPassword = Effect.fn("resetPassword")(function* (
  request: AttemptRequest,
  tokenHash: Buffer,
  { password, revokeKeys }: NewPassword
) {
  const sender = yield* mailSender
  const passwordHash = yield* (yield* Passwords).hash(password)
  const people = yield* People
  const outgoing = yield* OutgoingMail
  return yield* inTransaction(
    "resetPassword",
    Effect.gen(function* () {
      const changed = yield* people.resetPassword(tokenHash, passwordHash, revokeKeys)
      if (changed === null) return null
      yield* clearAttempts("password", fromNetwork(networkOf(request.clientAddress), changed.email))
      yield* clearAttempts("address", changed.email)
      yield* outgoing.post(passwordChangedLetter(sender, changed))
      return changed
    })
  )
})

/** Changes the password of a signed-in person. Ends every session, including the current one. */
export const changePassword = Effect.fn("changePassword")(function* (
  userKey: string,
  { password, revokeKeys }: NewPassword
) {
  const sender = yield* mailSender
  const passwordHash = yield* (yield* Passwords).hash(password)
  const people = yield* People
  const outgoing = yield* OutgoingMail
  yield* inTransaction(
    "changePassword",
    Effect.gen(function* () {
      const changed = yield* people.setPassword(userKey, passwordHash, revokeKeys)
      if (changed !== null) yield* outgoing.post(passwordChangedLetter(sender, changed))
    })
  )
})
