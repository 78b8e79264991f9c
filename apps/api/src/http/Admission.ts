import { messages } from "@mon/api-contract"
import { Credentials, type StoreError } from "@mon/core-store"
import { isApiKey, Plans } from "@mon/model"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { type Caller, callerOf } from "../Caller.ts"
import { ADDRESS_LIMIT, makeAddressBuckets } from "./AddressBuckets.ts"
import type { ClientAddress } from "./ClientAddress.ts"
import { errorReply, type Exchange, type Reply } from "./Exchange.ts"
import { isOver, type RateWindow, rateWindow, secondsLeft, windowStart } from "./RateWindow.ts"
import { makeSeenKeys } from "./SeenKeys.ts"

/** Whether a request may go on, and where it stands in its window. */
export type Admission =
  | { readonly _tag: "Admitted"; readonly caller: Caller; readonly window: RateWindow }
  | { readonly _tag: "Refused"; readonly reply: Reply; readonly window: RateWindow }

/** The gate of the API: the key first, then the limit (decisions section 1). */
export interface Gate {
  readonly admit: (exchange: Exchange, nowMs: number) => Effect.Effect<Admission, StoreError, Credentials>
  /** Counts a call that needs no key. */
  readonly countAddress: (exchange: Exchange, nowMs: number) => RateWindow
}

export const rateLimited = (window: RateWindow, nowMs: number): Reply => {
  const seconds = secondsLeft(window, nowMs)
  return { ...errorReply(429, messages.rateLimited(seconds)), headers: { "Retry-After": String(seconds) } }
}

const unauthorized = errorReply(401, messages.badKey)

export const makeGate = (clientAddress: ClientAddress): Gate => {
  const buckets = makeAddressBuckets()
  const seen = makeSeenKeys()

  // Nearly always no address floods, and then nothing is asked about this one.
  const floods = ({ request }: Exchange, start: number): boolean =>
    buckets.most(start) >= ADDRESS_LIMIT && buckets.hits(clientAddress(request), start) >= ADDRESS_LIMIT
  const countAddress: Gate["countAddress"] = ({ request }, nowMs) => {
    const start = windowStart(nowMs)
    return rateWindow(ADDRESS_LIMIT, buckets.take(clientAddress(request), start), start)
  }
  const refuse = (exchange: Exchange, nowMs: number): Admission => {
    const window = countAddress(exchange, nowMs)
    return { _tag: "Refused", reply: isOver(window) ? rateLimited(window, nowMs) : unauthorized, window }
  }

  const admit: Gate["admit"] = Effect.fnUntraced(function* (exchange, nowMs) {
    const key = exchange.request.headers["x-api-key"]
    if (typeof key !== "string" || !isApiKey(key)) return refuse(exchange, nowMs)
    const keyHash = hash("sha256", key, "buffer")
    const start = windowStart(nowMs)
    if (floods(exchange, start) && !seen.has(keyHash)) return refuse(exchange, nowMs)
    const credential = yield* (yield* Credentials).authenticateAndCount(keyHash, start)
    if (credential === null) {
      seen.delete(keyHash)
      return refuse(exchange, nowMs)
    }
    seen.add(keyHash)
    const caller = callerOf(credential, yield* Plans, nowMs)
    const window = rateWindow(caller.limits.requestsPerMinute, credential.hits, start)
    return isOver(window)
      ? ({ _tag: "Refused", reply: rateLimited(window, nowMs), window } as const)
      : ({ _tag: "Admitted", caller, window } as const)
  })

  return { admit, countAddress }
}
