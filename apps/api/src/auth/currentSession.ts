import { Sessions, type SignedIn } from "@mon/core-store"
import { Plans } from "@mon/model"
import { Clock, Effect } from "effect"
import type { AttemptRequest, CookieRequest } from "./AttemptRequest.ts"
import { type Caller, callerOf } from "./Caller.ts"
import { sessionCookieName } from "./SessionCookie.ts"
import { hashToken } from "./Token.ts"

export interface Session extends SignedIn {
  readonly caller: Caller
  readonly tokenHash: Uint8Array
}

/** Returns the hash of the session token in a request, whether the token is valid or not. */
export const sessionTokenOf = ({ baseUrl, cookies }: CookieRequest): Buffer | null =>
  hashToken(cookies[sessionCookieName(baseUrl)])

/**
 * Returns the session of a request, even if the person must set up a second factor first, or the account is suspended
 * or will be deleted. Null: nobody is signed in. Use this function only for actions that such a person may take: sign
 * out, set up the second factor, choose another account, and keep the account.
 */
export const anySession = Effect.fnUntraced(function* (request: AttemptRequest) {
  const tokenHash = sessionTokenOf(request)
  if (tokenHash === null) return null
  const client = { address: request.clientAddress, userAgent: request.userAgent }
  const found = yield* (yield* Sessions).find(tokenHash, client)
  if (found === null) return null
  const caller = callerOf(found, yield* Plans, yield* Clock.currentTimeMillis, {
    client,
    via: "session",
    scope: "write",
    credentialHash: tokenHash
  })
  return { ...found, caller, tokenHash } satisfies Session
})

/**
 * Returns the session of a request. Null: nobody is signed in, the person must set up a second factor first, or the
 * account is suspended or will be deleted.
 */
export const currentSession = Effect.fnUntraced(function* (request: AttemptRequest) {
  const session = yield* anySession(request)
  if (session === null || session.mustEnrol || session.isSuspended) return null
  return session.deletesAt === null ? session : null
})
