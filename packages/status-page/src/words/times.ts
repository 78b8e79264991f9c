import type { StatusPageLanguage } from "../StatusPageDocument.ts"
import type { Words } from "./PageWords.ts"

const locales: Readonly<Record<StatusPageLanguage, string>> = { en: "en-GB", de: "de-DE" }

/**
 * Returns a time zone, or `UTC` if this runtime does not know the zone, so that an outdated or wrong name cannot break
 * a page.
 */
const knownZone = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone
  } catch {
    return "UTC"
  }
}

/** Caches formats, because creating a format takes longer than using it. */
const cached = <A>(make: (language: StatusPageLanguage, zone: string) => A) => {
  const formats = new Map<string, A>()
  return (language: StatusPageLanguage, zone: string): A => {
    const key = `${language} ${zone}`
    const known = formats.get(key)
    if (known !== undefined) return known
    const made = make(language, knownZone(zone))
    formats.set(key, made)
    return made
  }
}

const momentFormat = cached(
  (language, timeZone) =>
    new Intl.DateTimeFormat(locales[language], {
      timeZone,
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hour12: false,
      timeZoneName: "short"
    })
)

const dayFormat = cached(
  (language) =>
    new Intl.DateTimeFormat(locales[language], { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" })
)

const monthFormat = cached(
  (language, timeZone) => new Intl.DateTimeFormat(locales[language], { timeZone, month: "long", year: "numeric" })
)

/**
 * Formats a time (ISO 8601) for readers, in UTC if this runtime does not know the time zone.
 *
 * @example
 * ```ts
 * momentText("2026-11-23T05:53:00Z", "en", "Europe/Berlin") // => "23 Nov 2026, 06:53 CET"
 * ```
 */
export const momentText = (at: string, language: StatusPageLanguage, timeZone: string): string =>
  momentFormat(language, timeZone).format(new Date(at))

/** The maximum number of cached days: a year in each language. All components of all pages use the same days. */
const MOST_DAYS = 732
const dayTexts = new Map<string, string>()

/** Formats a UTC day, such as `23 Nov 2026`. */
export const dayText = (date: string, language: StatusPageLanguage): string => {
  const key = `${language} ${date}`
  const known = dayTexts.get(key)
  if (known !== undefined) return known
  const text = dayFormat(language, "UTC").format(new Date(`${date}T00:00:00Z`))
  if (dayTexts.size === MOST_DAYS) dayTexts.clear()
  dayTexts.set(key, text)
  return text
}

/** Formats the month of a time, such as `November 2026`. */
export const monthText = (at: string, language: StatusPageLanguage, timeZone: string): string =>
  monthFormat(language, timeZone).format(new Date(at))

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
] as const

/** Formats a duration in its largest unit and the next smaller one, unless that is 0, such as `2 h 5 min`. */
export const lengthText = (seconds: number, { units }: Pick<Words, "units">): string => {
  const whole = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0
  const index = UNITS.findIndex(([, size]) => whole >= size)
  const [unit, size] = UNITS[index] ?? (["second", 1] as const)
  const next = index === -1 ? undefined : UNITS[index + 1]
  const rest = next === undefined ? 0 : Math.floor((whole % size) / next[1])
  const first = units[unit](Math.floor(whole / size))
  return next === undefined || rest === 0 ? first : `${first} ${units[next[0]](rest)}`
}

/** Formats a percentage with up to two decimal places in the notation of the language: `99.98` or `99,98`. */
export const percentText = (percent: number, language: StatusPageLanguage): string => {
  const text = String(Math.floor(percent * 100 + 1e-9) / 100)
  return language === "de" ? text.replace(".", ",") : text
}
