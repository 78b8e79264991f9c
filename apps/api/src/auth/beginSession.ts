import { People, Sessions } from "@mon/core-store"
import { Effect } from "effect"
import { type CookieRequest, sessionTokenOf } from "./currentSession.ts"
import { rememberDevice } from "./DeviceCookie.ts"
import { keepSession } from "./SessionCookie.ts"
import { hashOf, makeToken } from "./Token.ts"

/**
 * Signs a person in with a new token, ends the browser's previous session, and returns the header that sets the cookies
 * of the session and of the device. Null if the person belongs to no account.
 */
export const beginSession = Effect.fn("beginSession")(function* (
  request: CookieRequest,
  userKey: string,
  membershipKey?: string
) {
  const sessions = yield* Sessions
  const before = sessionTokenOf(request)
  if (before !== null) yield* sessions.close(before)
  const token = yield* makeToken
  if (!(yield* sessions.open(hashOf(token), userKey, membershipKey))) return null
  const person = yield* (yield* People).findByKey(userKey)
  const device = person === null ? null : yield* rememberDevice(request, person)
  const session = keepSession(request.baseUrl, token)
  return device === null ? session : { "Set-Cookie": [session["Set-Cookie"], device] }
})
