import { messages } from "@mon/api-contract"
import { Credentials, type StoreError } from "@mon/core-store"
import { isApiKey, Plans } from "@mon/model"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { type Caller, callerOf } from "../auth/Caller.ts"
import { ADDRESS_LIMIT, makeAddressBuckets } from "./AddressBuckets.ts"
import type { ClientAddress } from "./ClientAddress.ts"
import { errorResponse } from "./ErrorResponse.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import { isOverLimit, type RateWindow, rateWindow, tooManyRequests, windowStart } from "./RateLimit.ts"
import type { RequestContext } from "./RequestContext.ts"
import { makeSeenKeys } from "./SeenKeys.ts"

/** Who makes a request, or the response that refuses it, with its rate-limit window. */
type Authentication =
  | { readonly _tag: "Authenticated"; readonly caller: Caller; readonly window: RateWindow }
  | { readonly _tag: "Refused"; readonly response: HttpResponse; readonly window: RateWindow }

/** Checks API keys and rate limits: the key first, then the limit (decisions section 1). */
export interface Authenticator {
  readonly authenticate: (
    context: RequestContext,
    nowMs: number
  ) => Effect.Effect<Authentication, StoreError, Credentials>
  /** Counts a request that requires no key. */
  readonly countAddress: (context: RequestContext, nowMs: number) => RateWindow
}

const unauthorized = errorResponse(401, messages.badKey)

export const makeAuthenticator = (clientAddress: ClientAddress): Authenticator => {
  const buckets = makeAddressBuckets()
  const seen = makeSeenKeys()

  // Usually no address floods, and then the address of this request need not be computed.
  const floods = ({ request }: RequestContext, start: number): boolean =>
    buckets.most(start) >= ADDRESS_LIMIT && buckets.hits(clientAddress(request), start) >= ADDRESS_LIMIT
  const countAddress: Authenticator["countAddress"] = ({ request }, nowMs) => {
    const start = windowStart(nowMs)
    return rateWindow(ADDRESS_LIMIT, buckets.count(clientAddress(request), start), start)
  }
  const refuse = (context: RequestContext, nowMs: number): Authentication => {
    const window = countAddress(context, nowMs)
    return { _tag: "Refused", response: isOverLimit(window) ? tooManyRequests(window, nowMs) : unauthorized, window }
  }

  const authenticate: Authenticator["authenticate"] = Effect.fnUntraced(function* (context, nowMs) {
    const key = context.request.headers["x-api-key"]
    if (typeof key !== "string" || !isApiKey(key)) return refuse(context, nowMs)
    const keyHash = hash("sha256", key, "buffer")
    const start = windowStart(nowMs)
    if (floods(context, start) && !seen.has(keyHash)) return refuse(context, nowMs)
    const credential = yield* (yield* Credentials).authenticateAndCount(keyHash, start)
    if (credential === null) {
      seen.delete(keyHash)
      return refuse(context, nowMs)
    }
    seen.add(keyHash)
    const caller = callerOf(credential, yield* Plans, nowMs)
    const window = rateWindow(caller.limits.requestsPerMinute, credential.hits, start)
    return isOverLimit(window)
      ? ({ _tag: "Refused", response: tooManyRequests(window, nowMs), window } as const)
      : ({ _tag: "Authenticated", caller, window } as const)
  })

  return { authenticate, countAddress }
}
