/** Milliseconds to wait when a server says that it is too much, without saying for how long. */
export const DEFAULT_WAIT_MS = 60_000

const MAX_WAIT_MS = 24 * 60 * 60 * 1_000

/** Milliseconds that a Retry-After field asks for (RFC 9110 section 10.2.3), at least a second and at most a day. */
export const retryAfterMs = (value: string | null, now: number): number => {
  const text = value?.trim() ?? ""
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(wait) ? DEFAULT_WAIT_MS : Math.min(MAX_WAIT_MS, Math.max(1_000, wait))
}
