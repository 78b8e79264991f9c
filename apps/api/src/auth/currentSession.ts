import { Sessions, type SignedIn } from "@mon/core-store"
import { Plans } from "@mon/model"
import { Clock, Effect } from "effect"
import { type Caller, callerOf } from "./Caller.ts"
import { sessionCookieName } from "./SessionCookie.ts"
import { hashToken } from "./Token.ts"

/** The part of a request that identifies the session. */
export interface CookieRequest {
  /** The public URL of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly cookies: Readonly<Record<string, string | undefined>>
}

/** A signed-in person, with the limits of the account's current plan. */
export interface Session extends SignedIn {
  readonly caller: Caller
  readonly tokenHash: Uint8Array
}

/** The hash of the request's session token, whether or not it is valid. */
export const sessionTokenOf = ({ baseUrl, cookies }: CookieRequest): Buffer | null =>
  hashToken(cookies[sessionCookieName(baseUrl)])

/** The session of a request, or null if nobody is signed in. */
export const currentSession = Effect.fnUntraced(function* (request: CookieRequest) {
  const tokenHash = sessionTokenOf(request)
  const found = tokenHash === null ? null : yield* (yield* Sessions).find(tokenHash)
  if (found === null || tokenHash === null) return null
  const caller = callerOf(found, yield* Plans, yield* Clock.currentTimeMillis, {
    via: "session",
    scope: "write",
    credentialHash: tokenHash
  })
  return { ...found, caller, tokenHash } satisfies Session
})
