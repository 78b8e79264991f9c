import { Sessions } from "@mon/core-store"
import { Effect } from "effect"
import { type CookieRequest, sessionTokenOf } from "./currentSession.ts"
import { keepSession } from "./SessionCookie.ts"
import { hashOf, makeToken } from "./Token.ts"

/**
 * Signs a person in with a new token, ends the session that the browser had, and returns the header field that sets the
 * cookie; null: the person is in no account.
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
