/** Fixed windows at multiples of 60 s (interface 8.1, decisions section 1). */
const WINDOW_SECONDS = 60

/** Where a request stands in its window. Times are whole Unix seconds. */
export interface RateWindow {
  readonly limit: number
  /** Requests so far, this one included. */
  readonly hits: number
  readonly resetAt: number
}

/** The beginning of the window in which a time (milliseconds since the epoch) lies, in Unix seconds. */
export const windowStart = (nowMs: number): number => Math.floor(nowMs / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS

export const rateWindow = (limit: number, hits: number, start: number): RateWindow => ({
  limit,
  hits,
  resetAt: start + WINDOW_SECONDS
})

export const isOver = ({ hits, limit }: RateWindow): boolean => hits > limit

/** Whole seconds until the next window, at least one. */
export const secondsLeft = ({ resetAt }: RateWindow, nowMs: number): number =>
  Math.max(1, Math.ceil(resetAt - nowMs / 1000))
