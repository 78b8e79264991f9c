import { messages } from "@mon/api-contract"
import { errorResponse } from "./ErrorResponse.ts"
import type { HttpResponse } from "./HttpResponse.ts"

/** Fixed windows at multiples of 60 s. */
const WINDOW_SECONDS = 60

/** Requests per minute that a person may make with sessions. */
export const SESSION_LIMIT = 600

/** A client's count in the current window. Times are whole Unix seconds. */
export interface RateWindow {
  readonly limit: number
  /** Requests so far, including this one. */
  readonly hits: number
  readonly resetAt: number
}

/** The start of the window that contains a time (milliseconds since the epoch), in Unix seconds. */
export const windowStart = (nowMs: number): number => Math.floor(nowMs / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS

export const rateWindow = (limit: number, hits: number, start: number): RateWindow => ({
  limit,
  hits,
  resetAt: start + WINDOW_SECONDS
})

export const isOverLimit = ({ hits, limit }: RateWindow): boolean => hits > limit

/** Whole seconds until the next window, at least one. */
export const secondsLeft = ({ resetAt }: RateWindow, nowMs: number): number =>
  Math.max(1, Math.ceil(resetAt - nowMs / 1000))

/** The answer to a request beyond the limit. */
export const tooManyRequests = (window: RateWindow, nowMs: number): HttpResponse => {
  const seconds = secondsLeft(window, nowMs)
  return { ...errorResponse(429, messages.rateLimited(seconds)), headers: { "Retry-After": String(seconds) } }
}

/** Adds the `X-RateLimit` headers, which clients use to wait in time. */
export const withRateLimitHeaders = (response: HttpResponse, { hits, limit, resetAt }: RateWindow): HttpResponse => ({
  ...response,
  headers: {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(Math.max(0, limit - hits)),
    "X-RateLimit-Reset": String(resetAt),
    ...response.headers
  }
})
