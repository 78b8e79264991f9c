import * as zones from "@mon/bundled/time-zones"

// The declarations of a published package cannot name a private package, so this file states the types.

/**
 * Returns the name of a time zone in IANA's current spelling. Ignores the case of letters. Replaces a link such as
 * `US/Pacific` with the zone that it links to. Returns null for anything else, including offsets.
 *
 * @example
 * ```ts
 * canonicalTimeZone("europe/berlin") // => "Europe/Berlin"
 * canonicalTimeZone("US/Pacific") // => "America/Los_Angeles"
 * canonicalTimeZone("+02:00") // => null
 * ```
 */
export const canonicalTimeZone: (name: string) => string | null = zones.canonicalTimeZone

/**
 * Returns whether a text is the name of an IANA time zone or of a link to one. Ignores the case of letters. Offsets are
 * not names.
 *
 * @example
 * ```ts
 * isTimeZone("Europe/Berlin") // => true
 * isTimeZone("+02:00") // => false
 * isTimeZone("Mars/Base") // => false
 * ```
 */
export const isTimeZone = (name: string): boolean => canonicalTimeZone(name) !== null

/** The names of all time zones in IANA's current spelling, in alphabetical order. */
export const timeZones: ReadonlyArray<string> = /* @__PURE__ */ zones.allTimeZones()
