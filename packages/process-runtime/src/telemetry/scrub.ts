/** The maximum number of characters of a text. Longer texts are truncated. */
const LONGEST_TEXT = 4_096

/** The names of attributes whose values are always hidden. */
const HIDDEN_KEY = /secret|passw|token|authorization|cookie|api[-_.]?key|credential|e-?mail$|mailbox|phone/iu

// Each pattern matches in linear time, because adjacent parts of a pattern cannot match the same characters.
const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  // The user and password of a URL.
  [/:\/\/[^\s/@]{1,512}@/gu, "://[hidden]@"],
  [/(https?:\/\/[^\s?#"'<>]{1,2048})\?[^\s"'<>]*/giu, "$1?[hidden]"],
  [/[^\s@<>"'(),;:/=[\]]{1,64}@[^\s@<>"'(),;:/[\]]{1,255}/gu, "[mail]"],
  [/\b(?:mon|whsec|[sr]k|pk)_[\w+/=-]{8,512}/gu, "[key]"],
  [/\bBearer\s+\S{1,4096}/giu, "Bearer [hidden]"],
  [/\+\d{7,15}\b/gu, "[number]"],
  // Long random strings, such as session tokens, sealed texts and tokens in links.
  [/[\w-]{40,}/gu, "[token]"]
]

/**
 * Removes secrets and personal data from a text: email addresses, keys, tokens, phone numbers, and the users, passwords
 * and queries of URLs.
 *
 * @example
 * ```ts
 * scrubText("ann@example.org has mon_0123456789abcdef") // => "[mail] has [key]"
 * scrubText("GET https://example.org/a?session=1") // => "GET https://example.org/a?[hidden]"
 * ```
 */
export const scrubText = (text: string): string => {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
  return patterns.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), short)
}

const isHidden = (value: object): boolean =>
  "key" in value && typeof value.key === "string" && HIDDEN_KEY.test(value.key)

/** Scrubs every text in OTLP data and hides the values of attributes with sensitive names. */
export const scrub = (value: unknown): unknown => {
  if (typeof value === "string") return scrubText(value)
  if (Array.isArray(value)) return value.map(scrub)
  if (typeof value !== "object" || value === null) return value
  if (isHidden(value)) return { ...value, value: { stringValue: "[hidden]" } }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, scrub(each)]))
}
