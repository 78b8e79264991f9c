/** A format of values that change although the content of the page does not. */
export interface NoiseMask {
  readonly pattern: RegExp
  /** The text that replaces a value. */
  readonly replacement: string
}

const MONTHS =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"

/**
 * All formats that can be masked. No format matches a price, a plain number, a version or a word. The tests list the
 * texts that each format leaves visible.
 */
export const noiseMasks = {
  /** RFC 3339 dates with a time: `2026-11-21T08:15:00Z`. */
  "date-time": {
    pattern:
      /\b\d{4}-[01]\d-[0-3]\d[T ][0-2]\d:[0-5]\d(?::[0-6]\d(?:[.,]\d{1,9})?)?(?:\s?(?:Z|UTC|GMT|[+-][0-2]\d:?[0-5]\d))?(?![\d:])/gu,
    replacement: "<date-time>"
  },
  /** HTTP dates (RFC 9110 section 5.6.7): `Sat, 21 Nov 2026 08:15:00 GMT`. */
  "http-date": {
    pattern:
      /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-3]?\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} [0-2]\d:[0-5]\d:[0-6]\d(?: (?:GMT|UTC|[+-]\d{4}))?/gu,
    replacement: "<http-date>"
  },
  /** ISO 8601 calendar dates: `2026-11-21`. */
  date: {
    pattern: /\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b(?![T-])/gu,
    replacement: "<date>"
  },
  /** English dates in words: `November 21, 2026`, `21 Nov 2026`. */
  "long-date": {
    pattern: new RegExp(
      `\\b(?:${MONTHS} [0-3]?\\d(?:st|nd|rd|th)?,? \\d{4}|[0-3]?\\d(?:st|nd|rd|th)? ${MONTHS},? \\d{4})\\b`,
      "giu"
    ),
    replacement: "<long-date>"
  },
  /** Times of day: `08:15`, `8:15:30 PM`. */
  "time-of-day": {
    pattern: /(?<![\d:.,-])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\.?\b)?(?![\d:])/giu,
    replacement: "<time-of-day>"
  },
  /** Relative times: `5 minutes ago`, `just now`, `in 3 hours`. */
  "relative-time": {
    pattern:
      /\b(?:(?:an?|one|\d{1,4}) (?:second|sec|minute|min|hour|hr|day|week|month|year)s? ago|just now|a (?:moment|few (?:seconds|minutes)) ago|in (?:an?|one|\d{1,4}) (?:second|minute|hour)s?)\b/giu,
    replacement: "<relative-time>"
  },
  /** UUIDs (RFC 9562): `01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e`. */
  uuid: {
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu,
    replacement: "<uuid>"
  },
  /** Hexadecimal values of 16 to 128 digits with a letter and a digit: hashes, nonces, build ids. */
  hex: {
    pattern: /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,128}\b/giu,
    replacement: "<hex>"
  },
  /** Random tokens: 24 to 200 base64url characters with upper case, lower case and a digit. */
  token: {
    pattern:
      /(?<![\w/+=.-])(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[a-z])(?=[\w-]{0,200}[A-Z])[A-Za-z0-9_-]{24,200}={0,2}(?![\w/+=.-])/gu,
    replacement: "<token>"
  },
  /** Session ids in URLs: `;jsessionid=…`, `?PHPSESSID=…`, `sid=…`. */
  "session-id": {
    pattern: /([;?&](?:jsessionid|phpsessid|sid|session_?id)=)[\w.%-]+/giu,
    replacement: "$1<session-id>"
  }
} as const satisfies Record<string, NoiseMask>

/** The name of a mask. */
export type NoiseMaskName = keyof typeof noiseMasks

/** The length of the shortest text that a format matches, such as `8:15`. */
const SHORTEST = 4

/** Replaces the text that the named masks match. Applies the masks in the order of the table. */
export const maskNoise = (line: string, names: ReadonlySet<string>): string => {
  if (line.length < SHORTEST) return line
  let masked = line
  for (const [name, { pattern, replacement }] of Object.entries(noiseMasks)) {
    if (names.has(name)) masked = masked.replace(pattern, replacement)
  }
  return masked
}
