import { Sessions, type SignedIn } from "@mon/core-store"
import { Plans } from "@mon/model"
import { Clock, Effect } from "effect"
import { type Caller, callerOf } from "./Caller.ts"
import { sessionCookieName } from "./SessionCookie.ts"
import { hashToken } from "./Token.ts"

/** The part of a request that identifies the browser. */
export interface CookieRequest {
  /** Under which URL people reach the service, without a slash at its end. */
  readonly baseUrl: string
  readonly cookies: Readonly<Record<string, string | undefined>>
}

/** Somebody who is signed in, with what their account's plan allows now. */
export interface Session extends SignedIn {
  readonly caller: Caller
  readonly tokenHash: Uint8Array
}

/** The hash of the session token that a request carries, valid or not. */
export const sessionTokenOf = ({ baseUrl, cookies }: CookieRequest): Buffer | null =>
  hashToken(cookies[sessionCookieName(baseUrl)])

/** Who is signed in; null: nobody. */
export const currentSession = Effect.fnUntraced(function* (request: CookieRequest) {
  const tokenHash = sessionTokenOf(request)
  const found = tokenHash === null ? null : yield* (yield* Sessions).find(tokenHash)
  if (found === null || tokenHash === null) return null
  const caller = callerOf(found, yield* Plans, yield* Clock.currentTimeMillis)
  return { ...found, caller, tokenHash } satisfies Session
})
