import { Sessions, type SignedIn } from "@mon/core-store"
import { Plans } from "@mon/model"
import { Clock, Effect } from "effect"
import { type Caller, callerOf } from "./Caller.ts"
import type { PageRequest } from "../web/page/PageRoute.ts"
import { sessionCookieName } from "./SessionCookie.ts"
import { hashToken } from "./Token.ts"

/** Somebody who is signed in, with what their account's plan allows now. */
export interface Session extends SignedIn {
  readonly caller: Caller
  readonly tokenHash: Uint8Array
}

/** The hash of the session token that a request carries, valid or not. */
export const sessionTokenOf = ({ baseUrl, cookies }: PageRequest): Buffer | null =>
  hashToken(cookies[sessionCookieName(baseUrl)])

/** Who is signed in; null: nobody. */
export const currentSession = Effect.fnUntraced(function* (request: PageRequest) {
  const tokenHash = sessionTokenOf(request)
  const found = tokenHash === null ? null : yield* (yield* Sessions).find(tokenHash)
  if (found === null || tokenHash === null) return null
  const caller = callerOf(found, yield* Plans, yield* Clock.currentTimeMillis)
  return { ...found, caller, tokenHash } satisfies Session
})
