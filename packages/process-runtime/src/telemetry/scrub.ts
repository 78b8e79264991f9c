/** A longer text is cut: no attribute is worth more. */
const LONGEST_TEXT = 4_096

/** Attributes whose values are hidden whatever they look like. */
const HIDDEN_KEY = /secret|passw|token|authorization|cookie|api[-_.]?key|credential|e-?mail$|mailbox|phone/iu

// Each is linear: no two parts of a pattern can share a character across what separates them.
const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  // User and password of a URL.
  [/:\/\/[^\s/@]{1,512}@/gu, "://[hidden]@"],
  [/(https?:\/\/[^\s?#"'<>]{1,2048})\?[^\s"'<>]*/giu, "$1?[hidden]"],
  [/[^\s@<>"'(),;:/=[\]]{1,64}@[^\s@<>"'(),;:/[\]]{1,255}/gu, "[mail]"],
  [/\b(?:mon|whsec|[sr]k|pk)_[\w+/=-]{8,512}/gu, "[key]"],
  [/\bBearer\s+\S{1,4096}/giu, "Bearer [hidden]"],
  [/\+\d{7,15}\b/gu, "[number]"],
  // What opens doors is random and long: links, sessions, sealed texts.
  [/[\w-]{40,}/gu, "[token]"]
]

/**
 * A text without what must not leave the service: mail addresses, keys, tokens, telephone numbers, and in URLs users,
 * passwords and queries.
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

/** OTLP data with every text in it scrubbed, and the values of attributes with telling names hidden. */
export const scrub = (value: unknown): unknown => {
  if (typeof value === "string") return scrubText(value)
  if (Array.isArray(value)) return value.map(scrub)
  if (typeof value !== "object" || value === null) return value
  if (isHidden(value)) return { ...value, value: { stringValue: "[hidden]" } }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, scrub(each)]))
}
