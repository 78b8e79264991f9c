/** Clocks of two machines differ a little, and a window that has just ended may still be counted. */
const MARGIN_MS = 1_000
const MILLIS_PER_SECOND = 1_000

/** How long to wait before the next request, by the headers of the last answer (interface 8.1). Milliseconds. */
export const waitMs = (headers: Headers, nowMs: number): number => {
  const remaining = headers.get("X-RateLimit-Remaining")
  const reset = Number(headers.get("X-RateLimit-Reset"))
  if (remaining === null || Number(remaining) > 0 || !(reset > 0)) return 0
  return Math.max(0, reset * MILLIS_PER_SECOND - nowMs + MARGIN_MS)
}
