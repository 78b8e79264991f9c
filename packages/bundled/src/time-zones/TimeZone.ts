/**
 * The old names that runtimes still use for time zones that IANA has renamed (CLDR bcp47/timezone.xml, attribute
 * `iana`).
 */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Catamarca", "America/Argentina/Catamarca"],
  ["America/Coral_Harbour", "America/Atikokan"],
  ["America/Cordoba", "America/Argentina/Cordoba"],
  ["America/Godthab", "America/Nuuk"],
  ["America/Indianapolis", "America/Indiana/Indianapolis"],
  ["America/Jujuy", "America/Argentina/Jujuy"],
  ["America/Louisville", "America/Kentucky/Louisville"],
  ["America/Mendoza", "America/Argentina/Mendoza"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"]
])

const NAME = /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/u

const findZone = (name: string): string | null => {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions()
    return RENAMED.get(timeZone) ?? timeZone
  } catch {
    return null
  }
}

const found = new Map<string, string | null>()
/** The maximum number of cached names: twice the number of zones and links. Each name has at most 64 characters. */
const MOST_FOUND = 1_200

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
export const canonicalTimeZone = (name: string): string | null => {
  if (!NAME.test(name)) return null
  const known = found.get(name)
  if (known !== undefined) return known
  // The names are cached because creating an Intl format takes a quarter of a millisecond.
  if (found.size >= MOST_FOUND) found.clear()
  const zone = findZone(name)
  found.set(name, zone)
  return zone
}

/** Returns the names of all time zones in IANA's current spelling, in alphabetical order. */
export const allTimeZones = (): ReadonlyArray<string> =>
  [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => RENAMED.get(zone) ?? zone))].toSorted()
