import type { StatusPageLanguage } from "../StatusPageDocument.ts"
import type { Words } from "./PageWords.ts"

const locales: Readonly<Record<StatusPageLanguage, string>> = { en: "en-GB", de: "de-DE" }

/** `UTC` for names that this runtime does not know, so that an old or wrong name cannot break a page. */
const knownZone = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone
  } catch {
    return "UTC"
  }
}

/** Creating a format takes longer than using it. */
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
 * A time (ISO 8601) as readers see it. UTC if this runtime does not know the time zone.
 *
 * @example
 * ```ts
 * momentText("2026-11-23T05:53:00Z", "en", "Europe/Berlin") // => "23 Nov 2026, 06:53 CET"
 * ```
 */
export const momentText = (at: string, language: StatusPageLanguage, timeZone: string): string =>
  momentFormat(language, timeZone).format(new Date(at))

/** Days of a year in each language: all components of all pages name the same ones. */
const MOST_DAYS = 732
const dayTexts = new Map<string, string>()

/** A UTC day, such as `23 Nov 2026`. */
export const dayText = (date: string, language: StatusPageLanguage): string => {
  const key = `${language} ${date}`
  const known = dayTexts.get(key)
  if (known !== undefined) return known
  const text = dayFormat(language, "UTC").format(new Date(`${date}T00:00:00Z`))
  if (dayTexts.size === MOST_DAYS) dayTexts.clear()
  dayTexts.set(key, text)
  return text
}

/** The month of a time, such as `November 2026`. */
export const monthText = (at: string, language: StatusPageLanguage, timeZone: string): string =>
  monthFormat(language, timeZone).format(new Date(at))

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
] as const

/** A length of time in its largest unit and, unless that is 0, the next smaller one, such as `2 h 5 min`. */
export const lengthText = (seconds: number, { units }: Pick<Words, "units">): string => {
  const whole = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0
  const index = UNITS.findIndex(([, size]) => whole >= size)
  const [unit, size] = UNITS[index] ?? (["second", 1] as const)
  const next = index === -1 ? undefined : UNITS[index + 1]
  const rest = next === undefined ? 0 : Math.floor((whole % size) / next[1])
  const first = units[unit](Math.floor(whole / size))
  return next === undefined || rest === 0 ? first : `${first} ${units[next[0]](rest)}`
}

/** A percentage with up to two decimals in the notation of the language: `99.98` or `99,98`. */
export const percentText = (percent: number, language: StatusPageLanguage): string => {
  const text = String(Math.floor(percent * 100 + 1e-9) / 100)
  return language === "de" ? text.replace(".", ",") : text
}
