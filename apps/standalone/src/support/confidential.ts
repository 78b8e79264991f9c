import { withOneHost } from "@mon/core-store"
import type { Environment } from "@mon/model"
import { scrubText } from "@mon/process-runtime"

/**
 * Matches the names of settings whose values are useful for support and not confidential. All other values are left
 * out.
 */
const SHOWN =
  /^MON_(?:ROLE|LOG_FORMAT|SIGNUP|BILLING|PORT|METRICS_PORT|WORKERS|WORKER_CONCURRENCY|MAX_CONNECTIONS|LEASE_MARGIN_SECONDS|WATCHDOG_SECONDS|DNS_WATCH_PORT|BOOTSTRAP_PLAN|DEFAULT_PLAN)$/u
const SHOWN_VALUE = /^[\w-]{1,20}$/u

/** Returns the settings that have a value. Replaces each value that may be confidential. */
export const shownSettings = (env: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env)
      .filter((pair): pair is [string, string] => pair[0].startsWith("MON_") && (pair[1] ?? "").trim() !== "")
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, SHOWN.test(name) && SHOWN_VALUE.test(value) ? value : "(set)"])
  )

/** The length of the shortest secret that is removed. A shorter secret could also be a part of harmless words. */
const SHORTEST_SECRET = 6

/** Returns a part of a URL, also decoded. A part with a bare `%` cannot be decoded. */
const withDecoded = (part: string): ReadonlyArray<string> => {
  try {
    return [part, decodeURIComponent(part)]
  } catch {
    return [part]
  }
}

const partsOfUrl = (text: string): ReadonlyArray<string> => {
  const url = URL.parse(withOneHost(text))
  return url === null ? [] : [url.username, url.password].flatMap(withDecoded)
}

/**
 * Returns every value that must not appear in the support bundle, longest first: settings, their parts, and the secret
 * of the service.
 */
export const confidentialValues = (env: Environment, secret: string | null): ReadonlyArray<string> =>
  [
    ...new Set(
      Object.entries(env)
        .filter(([name, value]) => name.startsWith("MON_") && !(SHOWN.test(name) && SHOWN_VALUE.test(value ?? "")))
        .flatMap(([, value = ""]) => [value, ...value.split(","), ...partsOfUrl(value)])
        .concat((secret ?? "").split(/[,\s]/u))
        .map((value) => value.trim())
        .filter((value) => value.length >= SHORTEST_SECRET)
    )
  ].toSorted((a, b) => b.length - a.length)

/**
 * Removes only the given values from a text. Patterns would also match names of metrics and tables, which resemble
 * tokens and host names.
 */
export const withoutValues = (text: string, values: ReadonlyArray<string>): string =>
  values.reduce((clean, value) => clean.replaceAll(value, "[setting]"), text)

const NAMES: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/gu, "[address]"],
  // Matches IPv6 addresses, but not times such as 17:51:53.
  [/(?<![\w:])(?:[\da-f]{1,4}:){3,7}[\da-f]{1,4}(?![\w:])/giu, "[address]"],
  [
    /(?<![\w:])(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?::(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?(?![\w:])/giu,
    "[address]"
  ],
  // Matches host names, but not names of source files.
  [
    /\b(?:[\da-z-]{1,63}\.){1,10}(?!(?:js|mjs|ts|json|sql|log|service)\b)(?:xn--[\da-z-]{2,59}|[a-z]{2,24})\b/giu,
    "[host]"
  ]
]

/**
 * Removes values of settings, email addresses, keys, tokens, numbers, and the users and queries of URLs from a text.
 * Unless `withNames` is true, also removes host names and network addresses.
 */
export const removeConfidential = (text: string, values: ReadonlyArray<string>, withNames: boolean): string =>
  text
    .split("\n")
    .map((line) => {
      const scrubbed = scrubText(withoutValues(line, values))
      return withNames
        ? scrubbed
        : NAMES.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), scrubbed)
    })
    .join("\n")
