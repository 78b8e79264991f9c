import type { StatusPageLanguage } from "../StatusPageDocument.ts"

/** A recurrence: its rule, its first time, its duration and its time zone. */
export interface Recurring {
  /** An RRULE of RFC 5545 without `RRULE:`. */
  readonly recurrence: string
  /** The first time, as ISO 8601. */
  readonly startsAt: string
  readonly minutes: number
  /** The IANA name of the time zone. */
  readonly timeZone: string
}

/**
 * The phrases for a recurrence in one language. Lists, and the names of days and months, are inserted in this language.
 */
interface Phrases {
  readonly locale: string
  readonly everyDay: (interval: number) => string
  readonly onDays: (days: string, interval: number) => string
  readonly ofMonth: (days: string, interval: number) => string
  readonly ofYear: (date: string, interval: number) => string
  readonly numbered: (place: number, weekday: string) => string | null
  readonly dayOfMonth: (day: number) => string | null
  readonly times: (count: number) => string
  readonly until: (date: string) => string
}

const ordinals = ["", "first", "second", "third", "fourth", "fifth"]
const ordinalsDe = ["", "ersten", "zweiten", "dritten", "vierten", "fünften"]

const phrases: Readonly<Record<StatusPageLanguage, Phrases>> = {
  en: {
    locale: "en-GB",
    everyDay: (interval) => (interval === 1 ? "every day" : `every ${interval} days`),
    onDays: (days, interval) => (interval === 1 ? `every ${days}` : `every ${interval} weeks on ${days}`),
    ofMonth: (days, interval) => `on ${days} of every ${interval === 1 ? "month" : `${interval} months`}`,
    ofYear: (date, interval) => (interval === 1 ? `every year on ${date}` : `every ${interval} years on ${date}`),
    numbered: (place, weekday) =>
      place === -1 ? `the last ${weekday}` : ordinals[place] === undefined ? null : `the ${ordinals[place]} ${weekday}`,
    dayOfMonth: (day) => (day === -1 ? "the last day" : day > 0 ? `day ${day}` : null),
    times: (count) => `${count} times`,
    until: (date) => `until ${date}`
  },
  de: {
    locale: "de-DE",
    everyDay: (interval) => (interval === 1 ? "jeden Tag" : `alle ${interval} Tage`),
    onDays: (days, interval) => (interval === 1 ? `jeden ${days}` : `alle ${interval} Wochen am ${days}`),
    ofMonth: (days, interval) => `am ${days} ${interval === 1 ? "jedes Monats" : `alle ${interval} Monate`}`,
    ofYear: (date, interval) => `${interval === 1 ? "jedes Jahr" : `alle ${interval} Jahre`} am ${date}`,
    numbered: (place, weekday) =>
      place === -1 ? `letzten ${weekday}` : ordinalsDe[place] === undefined ? null : `${ordinalsDe[place]} ${weekday}`,
    dayOfMonth: (day) => (day === -1 ? "letzten Tag" : day > 0 ? `${day}.` : null),
    times: (count) => `${count}-mal`,
    until: (date) => `bis ${date}`
  }
}

const codes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
const KNOWN = new Set([
  "FREQ",
  "INTERVAL",
  "BYDAY",
  "BYMONTH",
  "BYMONTHDAY",
  "BYHOUR",
  "BYMINUTE",
  "COUNT",
  "UNTIL",
  "WKST"
])
const DAY_MINUTES = 1_440
/** A time on a Sunday. The names of weekdays are formatted relative to it. */
const SUNDAY = Date.UTC(2026, 10, 22)
const DAY_MS = 86_400_000

interface Local {
  readonly weekday: number
  readonly month: number
  readonly day: number
  readonly minute: number
}

const localOf = (at: string, timeZone: string): Local => {
  const text = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(
    Date.parse(at)
  )
  const shown = new Date(`${text.replace(" ", "T")}Z`)
  return {
    weekday: shown.getUTCDay(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    minute: shown.getUTCHours() * 60 + shown.getUTCMinutes()
  }
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`

/**
 * Returns the minute of the day that a rule names, or otherwise the minute of the start. Null if the rule names several
 * times.
 */
const minuteOf = (parts: ReadonlyMap<string, string>, { minute }: Local): number | null => {
  const hours = parts.get("BYHOUR") ?? String(Math.floor(minute / 60))
  const minutes = parts.get("BYMINUTE") ?? String(minute % 60)
  return hours.includes(",") || minutes.includes(",") ? null : Number(hours) * 60 + Number(minutes)
}

const whenOf = (parts: ReadonlyMap<string, string>, start: Local, words: Phrases): string | null => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(words.locale, { timeZone: "UTC", ...options })
  const list = (items: ReadonlyArray<string | null>): string | null => {
    const known = items.filter((item) => item !== null)
    return known.length < items.length ? null : new Intl.ListFormat(words.locale, { type: "conjunction" }).format(known)
  }
  const weekday = (number: number) => format({ weekday: "long" }).format(SUNDAY + number * DAY_MS)
  const interval = Number(parts.get("INTERVAL") ?? 1)
  const days = parts.get("BYDAY")?.split(",") ?? []
  const monthDays = parts.get("BYMONTHDAY")?.split(",").map(Number) ?? []
  const months = parts.get("BYMONTH")?.split(",").map(Number) ?? []
  const plain = (): string | null => {
    const numbers = days.map((code) => codes.indexOf(code))
    return numbers.includes(-1) ? null : list((numbers.length === 0 ? [start.weekday] : numbers).map(weekday))
  }
  const said = (phrase: (text: string, interval: number) => string, text: string | null): string | null =>
    text === null ? null : phrase(text, interval)
  if (parts.get("FREQ") === "YEARLY") {
    if (days.length > 0 || months.length > 1 || monthDays.length > 1 || (monthDays[0] ?? 1) < 1) return null
    const date = Date.UTC(2024, (months[0] ?? start.month) - 1, monthDays[0] ?? start.day)
    return words.ofYear(format({ day: "numeric", month: "long" }).format(date), interval)
  }
  if (months.length > 0) return null
  switch (parts.get("FREQ")) {
    case "DAILY":
      if (monthDays.length > 0 || (days.length > 0 && interval > 1)) return null
      return days.length === 0 ? words.everyDay(interval) : said(words.onDays, plain())
    case "WEEKLY":
      return monthDays.length > 0 ? null : said(words.onDays, plain())
    case "MONTHLY": {
      if (days.length > 0 && monthDays.length > 0) return null
      if (days.length === 0)
        return said(words.ofMonth, list((monthDays.length === 0 ? [start.day] : monthDays).map(words.dayOfMonth)))
      const numbered = days.map((code) => {
        const [, place = "", name = ""] = /^([+-]?\d)([A-Z]{2})$/u.exec(code) ?? []
        const number = codes.indexOf(name)
        return number === -1 ? null : words.numbered(Number(place), weekday(number))
      })
      return said(words.ofMonth, list(numbered))
    }
    default:
      return null
  }
}

/**
 * Returns a recurrence in words, without its zone. Null if words would not make the rule clearer.
 *
 * ```ts
 * recurrenceText(
 *   { recurrence: "FREQ=WEEKLY;BYDAY=SU", startsAt: "2026-11-22T02:00:00.000Z", minutes: 60, timeZone: "UTC" },
 *   "en"
 * ) // => "every Sunday, 02:00–03:00"
 * ```
 */
export const recurrenceText = (
  { minutes, recurrence, startsAt, timeZone }: Recurring,
  language: StatusPageLanguage
): string | null => {
  const words = phrases[language]
  const parts = new Map(
    recurrence.split(";").map((part): [string, string] => [part.split("=")[0] ?? "", part.split("=")[1] ?? ""])
  )
  if ([...parts.keys()].some((name) => !KNOWN.has(name))) return null
  const start = localOf(startsAt, timeZone)
  const when = whenOf(parts, start, words)
  const minute = minuteOf(parts, start)
  if (when === null || minute === null) return null
  const end = minutes < DAY_MINUTES ? `–${clock((minute + minutes) % DAY_MINUTES)}` : ""
  const count = parts.get("COUNT")
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/u.exec(parts.get("UNTIL") ?? "") ?? []
  const last =
    year === undefined
      ? null
      : new Intl.DateTimeFormat(words.locale, { timeZone: "UTC", dateStyle: "medium" }).format(
          Date.UTC(Number(year), Number(month) - 1, Number(day))
        )
  return [
    when,
    `${clock(minute)}${end}`,
    ...(count === undefined ? [] : [words.times(Number(count))]),
    ...(last === null ? [] : [words.until(last)])
  ].join(", ")
}
