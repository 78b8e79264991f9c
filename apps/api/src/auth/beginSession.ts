import {
  AuditLog,
  type PersonalAuditEntry,
  People,
  SecondFactors,
  type SessionProof,
  Sessions,
  inTransaction
} from "@mon/core-store"
import { Effect } from "effect"
import type { AttemptRequest } from "./AttemptRequest.ts"
import { sessionTokenOf } from "./currentSession.ts"
import { knownDevice, rememberDevice } from "./DeviceCookie.ts"
import { announceDevice } from "./DeviceNotice.ts"
import { forgetHalf, type HalfSignIn, rememberHalf } from "./HalfSignIn.ts"
import { keepSession } from "./SessionCookie.ts"
import { hashOf, makeToken } from "./Token.ts"

interface Entry {
  readonly userKey: string
  readonly proof: SessionProof
  readonly membershipKey?: string | undefined
  /** Whether the person has just proved their identity. Default: true. */
  readonly isConfirmed?: boolean | undefined
  /**
   * Whether a code of the second factor was correct. If not, the session of a person with a second factor is invalid.
   */
  readonly withCode: boolean
}

/**
 * Starts a session with a new token, and ends the browser's previous session. Returns the header that sets the cookies
 * of the session and the device. Null: the person belongs to no account, or their credentials have changed in the
 * meantime.
 */
export const beginSession = Effect.fn("beginSession")(function* (
  request: AttemptRequest,
  { isConfirmed = true, membershipKey, proof, userKey, withCode }: Entry
) {
  const sessions = yield* Sessions
  const token = yield* makeToken
  const client = { address: request.clientAddress, userAgent: request.userAgent }
  const isOpened = yield* sessions.open(hashOf(token), { userKey, proof, membershipKey, withCode, client, isConfirmed })
  // The previous session must be closed after `open`, which locks the person, because a change of the password also
  // locks the person first.
  const before = sessionTokenOf(request)
  if (before !== null) yield* sessions.close(before)
  if (!isOpened) return null
  const person = yield* (yield* People).findByKey(userKey)
  const device = person === null ? null : yield* rememberDevice(request, person)
  const session = keepSession(request.baseUrl, token)
  return { "Set-Cookie": device === null ? [session["Set-Cookie"]] : [session["Set-Cookie"], device] }
})

/**
 * The result of a sign-in: the headers of a session, the headers of a page that asks for a code, or neither.
 * `NoAccount`: the person belongs to no account, or their credentials have changed in the meantime.
 */
export type Entrance =
  | { readonly _tag: "SignedIn"; readonly headers: { readonly "Set-Cookie": Array<string> } }
  | { readonly _tag: "CodeNeeded"; readonly headers: { readonly "Set-Cookie": Array<string> } }
  | { readonly _tag: "NoAccount" }

const signedIn = (headers: Extract<Entrance, { _tag: "SignedIn" }>["headers"] | null): Entrance =>
  headers === null ? { _tag: "NoAccount" } : { _tag: "SignedIn", headers }

interface Arriving extends Omit<Entry, "withCode"> {
  /** Whether the person has just chosen the password. If so, no email about a new browser is needed. */
  readonly isExpected?: boolean
}

export const noteInAudit = Effect.fnUntraced(function* (
  { clientAddress: address, userAgent }: AttemptRequest,
  entry: Omit<PersonalAuditEntry, "client">
) {
  yield* (yield* AuditLog).addPersonal({ ...entry, client: { address, userAgent } })
})

export const arrive = (request: AttemptRequest, { isExpected = false, ...entry }: Arriving & Entry) =>
  inTransaction(
    "signIn",
    Effect.gen(function* () {
      const person = yield* (yield* People).findByKey(entry.userKey)
      const device = yield* knownDevice(request, person)
      const headers = yield* beginSession(request, entry)
      if (headers === null) return null
      yield* noteInAudit(request, { action: "session.open", actor: "session", who: entry })
      if (device === null && !isExpected) yield* announceDevice(request, entry.userKey)
      return headers
    })
  )

/**
 * Continues a sign-in after the first factor or an emailed link: starts a session, or leads to the page that asks for a
 * code.
 */
export const passFirstFactor = Effect.fn("passFirstFactor")(function* (request: AttemptRequest, entry: Arriving) {
  const factor = yield* (yield* SecondFactors).find(entry.userKey)
  if (factor === null) return signedIn(yield* arrive(request, { ...entry, withCode: false }))
  const person = yield* (yield* People).findByKey(entry.userKey)
  if (person === null) return { _tag: "NoAccount" } satisfies Entrance
  const { isConfirmed = true, membershipKey, proof } = entry
  const half = "identityKey" in proof ? { identityKey: proof.identityKey } : {}
  // The cookie of the unfinished sign-in contains the password hash, so that a new password ends this sign-in.
  const of = "passwordHash" in proof ? { ...person, passwordHash: proof.passwordHash } : person
  const headers = { "Set-Cookie": [yield* rememberHalf(request, of, { ...half, isConfirmed, membershipKey })] }
  return { _tag: "CodeNeeded", headers } satisfies Entrance
})

export const passSecondFactor = Effect.fn("passSecondFactor")(function* (
  request: AttemptRequest,
  { entry: { identityKey, ...entry }, person: { passwordHash, userKey } }: HalfSignIn
) {
  const proof = identityKey === undefined ? { passwordHash } : { identityKey }
  const headers = yield* arrive(request, { userKey, proof, ...entry, withCode: true })
  return headers === null ? null : { "Set-Cookie": [...headers["Set-Cookie"], forgetHalf(request)] }
})
