import { Forbidden, messages } from "@mon/api-contract"
import { Credentials } from "@mon/core-store"
import { Clock, Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import { networkOf } from "../auth/networkOf.ts"
import type { Match, ServedEndpoint } from "./EndpointTable.ts"
import { errorResponse } from "./ErrorResponse.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import type { JsonObject } from "./RequestBody.ts"
import { credentialRefusal, planRefusal } from "./endpointAccess.ts"

/** The length of a window, in seconds. Windows start at multiples of this length. */
const WINDOW_SECONDS = 60

/** The largest number of requests per minute that one person can make with sessions. */
export const SESSION_LIMIT = 600

/** A client's count of requests in the current window. Times are whole Unix seconds. */
export interface RateWindow {
  readonly limit: number
  /** The number of requests in the window, including this one. */
  readonly hits: number
  readonly resetAt: number
}

/** Returns the start of the window that contains a time (in milliseconds since 1970), in Unix seconds. */
export const windowStart = (nowMs: number): number => Math.floor(nowMs / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS

export const rateWindow = (limit: number, hits: number, start: number): RateWindow => ({
  limit,
  hits,
  resetAt: start + WINDOW_SECONDS
})

export const isOverLimit = ({ hits, limit }: RateWindow): boolean => hits > limit

/** Returns the number of whole seconds until the next window, at least 1. */
export const secondsLeft = ({ resetAt }: RateWindow, nowMs: number): number =>
  Math.max(1, Math.ceil(resetAt - nowMs / 1000))

export const tooManyRequests = (window: RateWindow, nowMs: number): HttpResponse => {
  const seconds = secondsLeft(window, nowMs)
  return { ...errorResponse(429, messages.rateLimited(seconds)), headers: { "Retry-After": String(seconds) } }
}

export const withRateLimitHeaders = (response: HttpResponse, { hits, limit, resetAt }: RateWindow): HttpResponse => ({
  ...response,
  headers: {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(Math.max(0, limit - hits)),
    "X-RateLimit-Reset": String(resetAt),
    ...response.headers
  }
})

/**
 * Counts a request that causes work outside the database. All keys and sessions of a person share one window, whose
 * size depends on the plan.
 */
const countWork = Effect.fnUntraced(function* ({ limits, viewer }: Caller) {
  const start = windowStart(yield* Clock.currentTimeMillis)
  return rateWindow(limits.requestsPerMinute, yield* (yield* Credentials).count("work", viewer, start), start)
})

const decodeBody = <R>(endpoint: ServedEndpoint<R>, body: JsonObject, caller: Caller) => {
  const error = endpoint.check?.(body, caller) ?? null
  if (error !== null) return Effect.fail(error)
  const decoded = endpoint.payload?.(body)
  return decoded === undefined || decoded.ok ? Effect.succeed(decoded?.value) : Effect.fail(decoded.error)
}

/**
 * Refuses a request that the credential, or the plan of an admin, does not allow. First reports errors in the body and
 * objects that the caller cannot see. Runs before a stored response is returned, because the first request may have had
 * another credential.
 */
const refuseByPermission = Effect.fnUntraced(function* <R>(
  { endpoint, params }: Match<R>,
  caller: Caller,
  body: JsonObject
) {
  const message = credentialRefusal(endpoint.permission, caller) ?? planRefusal(endpoint.permission, caller)
  if (message === null) return
  yield* decodeBody(endpoint, body, caller)
  if (endpoint.target !== null) yield* endpoint.target({ caller, params })
  return yield* new Forbidden({ message })
})

/**
 * The query and the body of a request. `readBody` runs after the query was decoded, and only if the endpoint has a
 * body.
 */
interface RequestParts<E> {
  readonly query: Readonly<Record<string, unknown>>
  readonly readBody: Effect.Effect<JsonObject, E>
}

/**
 * Decodes and checks a request that has passed authentication and the rate limit. Returns the work of the request. If
 * the request causes work outside the database and is over the limit, returns the rate-limit window instead.
 */
export const admitRequest = Effect.fnUntraced(function* <R, E>(
  caller: Caller,
  match: Match<R>,
  { query: given, readBody }: RequestParts<E>
) {
  const { endpoint, params } = match
  let query: unknown
  if (endpoint.query !== null) {
    const decoded = endpoint.query(given)
    if (!decoded.ok) return yield* decoded.error
    query = decoded.value
  }
  const body = endpoint.payload === null ? {} : yield* readBody
  yield* refuseByPermission(match, caller, body)
  const window: RateWindow | null = endpoint.causesWork(query, body) ? yield* countWork(caller) : null
  if (window !== null && isOverLimit(window)) return { _tag: "OverLimit", window } as const
  const prepare = (workId: Effect.Effect<string>) =>
    Effect.flatMap(decodeBody(endpoint, body, caller), (payload) =>
      endpoint.prepare({ caller, workId, params, query, payload })
    )
  return { _tag: "Admitted", body, prepare } as const
})

/** The largest number of requests per minute from one address without a valid key. */
export const ADDRESS_LIMIT = 600

/**
 * The largest number of addresses that are counted individually in a window. All other addresses share one count, so
 * that memory use is limited.
 */
const CAPACITY = 10_000
const OVERFLOW = "*"

/** Counts the requests to this process by address in the current window. */
interface AddressBuckets {
  readonly count: (address: string, start: number) => number
  /** Returns the count of an address, or 0 if the address is not counted individually. */
  readonly hits: (address: string, start: number) => number
  readonly most: (start: number) => number
}

export const makeAddressBuckets = (capacity: number = CAPACITY): AddressBuckets => {
  const counts = new Map<string, number>()
  let current = 0
  let most = 0

  const enter = (start: number): void => {
    if (start === current) return
    counts.clear()
    current = start
    most = 0
  }

  return {
    count: (address, start) => {
      enter(start)
      const own = networkOf(address)
      const bucket = counts.has(own) || counts.size < capacity ? own : OVERFLOW
      const hits = (counts.get(bucket) ?? 0) + 1
      counts.set(bucket, hits)
      if (bucket === own && hits > most) most = hits
      return hits
    },
    hits: (address, start) => {
      enter(start)
      return counts.get(networkOf(address)) ?? 0
    },
    most: (start) => {
      enter(start)
      return most
    }
  }
}
