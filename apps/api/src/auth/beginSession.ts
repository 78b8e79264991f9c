import { Sessions } from "@mon/core-store"
import { Effect } from "effect"
import { type CookieRequest, sessionTokenOf } from "./currentSession.ts"
import { keepSession } from "./SessionCookie.ts"
import { hashOf, makeToken } from "./Token.ts"

/**
 * Signs a person in with a new token, ends the browser's previous session, and returns the header that sets the cookie.
 * Null if the person belongs to no account.
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
  const begun = yield* sessions.open(hashOf(token), userKey, membershipKey)
  return begun ? keepSession(request.baseUrl, token) : null
})
