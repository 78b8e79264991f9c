/**
 * Allows for clock differences between the two machines, and for requests still counted in the window that just ended.
 */
const MARGIN_MS = 1_000
const MILLIS_PER_SECOND = 1_000

/** Milliseconds to wait before the next request, from the headers of the last response (interface 8.1). */
export const waitMs = (headers: Headers, nowMs: number): number => {
  const remaining = headers.get("X-RateLimit-Remaining")
  const reset = Number(headers.get("X-RateLimit-Reset"))
  if (remaining === null || Number(remaining) > 0 || !(reset > 0)) return 0
  return Math.max(0, reset * MILLIS_PER_SECOND - nowMs + MARGIN_MS)
}
