import { type PasswordChange, People, Sessions, inTransaction } from "@mon/core-store"
import { Effect } from "effect"
import { noteInAudit } from "./beginSession.ts"
import { clearAttempts } from "./AttemptLimits.ts"
import { networkOf } from "./networkOf.ts"
import { Passwords } from "./Passwords.ts"
import type { AttemptRequest } from "./AttemptRequest.ts"
import { writeToPerson } from "./DeviceNotice.ts"
import { fromNetwork } from "./signIn.ts"

export interface NewPassword {
  readonly password: string
  readonly revokeKeys: boolean
}

const announceChange = ({ liveKeys, revokedKeys, userKey }: PasswordChange) =>
  writeToPerson(userKey, { kind: "passwordChanged", liveKeys, revokedKeys })

/** Sets a password with a one-time link and emails the person. Returns null if the link is no longer valid. */
export const resetPassword = Effect.fn("resetPassword")(function* (
  request: AttemptRequest,
  tokenHash: Buffer,
  { password, revokeKeys }: NewPassword
) {
  const passwordHash = yield* (yield* Passwords).hash(password)
  const people = yield* People
  return yield* inTransaction(
    "resetPassword",
    Effect.gen(function* () {
      const changed = yield* people.resetPassword(tokenHash, passwordHash, revokeKeys)
      if (changed === null) return null
      yield* clearAttempts("password", fromNetwork(networkOf(request.clientAddress), changed.email))
      yield* clearAttempts("address", changed.email)
      yield* announceChange(changed)
      yield* noteInAudit(request, { action: "password.reset", actor: "link", who: changed })
      return changed
    })
  )
})

/**
 * Changes the password of the session's person. Ends every session, including this one. Returns null if the session had
 * already ended.
 */
export const changePassword = Effect.fn("changePassword")(function* (
  session: Uint8Array,
  { password, revokeKeys }: NewPassword
) {
  const passwordHash = yield* (yield* Passwords).hash(password)
  const people = yield* People
  const sessions = yield* Sessions
  return yield* inTransaction(
    "changePassword",
    Effect.gen(function* () {
      const person = yield* sessions.lockPerson(session)
      const changed = person === null ? null : yield* people.setPassword(person.userKey, passwordHash, revokeKeys)
      if (changed !== null) yield* announceChange(changed)
      return changed
    })
  )
})
