import { durationParts, secondsBetween } from "@mon/model/facts"

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const steps = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
  ["second", SECOND]
] as const

/** The browser's own zone. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats are made when they are first used: all of them together take as long as drawing a screen. */
const once = <A extends object>(make: () => A) => {
  let made: A | undefined
  return (): A => (made ??= make())
}

/** To two decimals. Binary fractions are a little less than some decimals. */
const roundedDown = (percent: number): number => Math.floor(percent * 100 + 1e-6) / 100

/** Numbers, times and durations of a language, in a time zone. Default: the viewer's zone. */
export const makeFormat = (language: string, timeZone?: string) => {
  const zone = timeZone === undefined ? {} : { timeZone }
  const numbers = (options: Intl.NumberFormatOptions = {}) => once(() => new Intl.NumberFormat(language, options))
  const times = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(language, { ...zone, ...options }))
  const number = numbers()
  const percent = numbers({ style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const uptime = numbers({ style: "percent", minimumFractionDigits: 4, maximumFractionDigits: 4 })
  const share = numbers({ style: "percent", maximumFractionDigits: 1 })
  const milliseconds = numbers({ style: "unit", unit: "millisecond", maximumFractionDigits: 0 })
  const clock = times({ timeStyle: "medium" })
  const date = times({ dateStyle: "medium" })
  const both = times({ dateStyle: "medium", timeStyle: "medium" })
  const hour = times({ hour: "2-digit", minute: "2-digit" })
  const weekday = times({ weekday: "short", hour: "2-digit", minute: "2-digit" })
  const day = times({ day: "numeric", month: "short" })
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" }))
  // British English alone writes "27 mins" instead of "27 min".
  const base = language.split("-")[0] ?? language
  const unitOf = (unit: string) =>
    once(() => new Intl.NumberFormat(base, { style: "unit", unit, unitDisplay: "short" }))
  const units = { day: unitOf("day"), hour: unitOf("hour"), minute: unitOf("minute"), second: unitOf("second") }
  const options = once(() => both().resolvedOptions())

  const seconds = (value: number): string =>
    durationParts(value)
      .map(([unit, count]) => units[unit]().format(count))
      .join(" ")

  return {
    /** As given, such as `en-GB`. */
    language,
    get zone() {
      return options().timeZone
    },
    number: (value: number) => number().format(value),
    /** Of a percentage from 0 to 100. Rounded down as on status pages, so that no downtime is rounded away. */
    percent: (value: number) => percent().format(value < 100 ? Math.min(roundedDown(value), 99.99) / 100 : 1),
    /** Of a percentage from 0 to 100, with the four digits that reports have. */
    uptime: (value: number) => uptime().format(value / 100),
    /** Of a share from 0 to 1. Only nothing is 0%, and only all is 100%. */
    share: (value: number) =>
      share().format(value === 0 || value === 1 ? value : Math.min(0.999, Math.max(0.001, value))),
    milliseconds: (value: number) => milliseconds().format(value),
    clock: (ms: number) => clock().format(ms),
    date: (ms: number) => date().format(ms),
    /** For axes. */
    hour: (ms: number) => hour().format(ms),
    /** The time of a moment of today, and the weekday before it on any other day. */
    recent: (ms: number, now: number) => (date().format(ms) === date().format(now) ? hour() : weekday()).format(ms),
    day: (ms: number) => day().format(ms),
    dateTime: (ms: number) => both().format(ms),
    /** "2 min. ago" of two times. */
    ago: (ms: number, now: number) => {
      const past = Math.max(0, now - ms)
      const [unit, length] = steps.find(([, size]) => past >= size) ?? (["second", SECOND] as const)
      return relative().format(-Math.floor(past / length), unit)
    },
    /** "in 3 days" of two times. */
    until: (ms: number, now: number) => {
      const left = Math.max(0, ms - now)
      const [unit, length] = steps.find(([, size]) => left >= size) ?? (["second", SECOND] as const)
      return relative().format(Math.round(left / length), unit)
    },
    /** The largest unit and the next smaller one, as in messages. */
    seconds,
    /** The time between two times, as the difference of the seconds that are shown of them. */
    between: (from: number, to: number) => seconds(secondsBetween(from, to))
  }
}

export type Format = ReturnType<typeof makeFormat>
