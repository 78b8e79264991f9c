import { nullable, aNumber, optional, argumentsOf, aString } from "@mon/bundled/arguments"

const acceptParseRetryAfter = /* @__PURE__ */ argumentsOf("parseRetryAfter", () => ({
  value: optional(nullable(aString)),
  nowMs: aNumber("a number of milliseconds")
}))

/** The longest wait that a receiver can ask for: one day. */
const LONGEST_RETRY_AFTER_SECONDS = 86_400

const SECONDS = /^\d{1,9}$/u
/** Matches an IMF-fixdate (RFC 9110 section 5.6.7), but no obsolete form of a date. */
const FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3) as seconds from now, at most a day. Returns null if it cannot be read.
 *
 * @example
 * parseRetryAfter("120", 0) // => 120
 * parseRetryAfter("Thu, 01 Jan 1970 00:01:30 GMT", 60_000) // => 30
 */
export const parseRetryAfter = (value: string | null | undefined, nowMs: number): number | null => {
  acceptParseRetryAfter(value, nowMs)
  const text = value?.trim() ?? ""
  const milliseconds = SECONDS.test(text)
    ? Number(text) * 1000
    : FIXDATE.test(text)
      ? Date.parse(text) - nowMs
      : Number.NaN
  return Number.isNaN(milliseconds)
    ? null
    : Math.min(LONGEST_RETRY_AFTER_SECONDS, Math.max(0, Math.ceil(milliseconds / 1000)))
}
