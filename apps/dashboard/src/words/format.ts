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

export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Creates a format when it is first used, because creating all formats takes as long as rendering a screen. */
const once = <A extends object>(make: () => A) => {
  let made: A | undefined
  return (): A => (made ??= make())
}

/**
 * Rounds down to two decimal places. The small addition is necessary because a binary fraction can be slightly less
 * than the decimal number.
 */
const roundedDown = (percent: number): number => Math.floor(percent * 100 + 1e-6) / 100

/**
 * Returns functions that format numbers, times and durations in a language and a time zone. Default: the viewer's time
 * zone.
 */
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
  // The region is left out, because units in British English would be written "27 mins" instead of "27 min".
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
    /** The language tag as it was given, such as `en-GB`. */
    language,
    get zone() {
      return options().timeZone
    },
    number: (value: number) => number().format(value),
    /** Formats a percentage from 0 to 100. Rounds down, as status pages do, so that no downtime disappears. */
    percent: (value: number) => percent().format(value < 100 ? Math.min(roundedDown(value), 99.99) / 100 : 1),
    /** Formats a percentage from 0 to 100 with four decimal places, as reports do. */
    uptime: (value: number) => uptime().format(value / 100),
    /** Formats a share from 0 to 1. Only zero is shown as 0%, and only one as 100%. */
    share: (value: number) =>
      share().format(value === 0 || value === 1 ? value : Math.min(0.999, Math.max(0.001, value))),
    milliseconds: (value: number) => milliseconds().format(value),
    clock: (ms: number) => clock().format(ms),
    date: (ms: number) => date().format(ms),
    /** Formats a time for the axis of a chart. */
    hour: (ms: number) => hour().format(ms),
    /** Formats the time of day if the time is today. Otherwise, adds the weekday. */
    recent: (ms: number, now: number) => (date().format(ms) === date().format(now) ? hour() : weekday()).format(ms),
    day: (ms: number) => day().format(ms),
    dateTime: (ms: number) => both().format(ms),
    /** Returns a past time relative to now, such as "2 min. ago". */
    ago: (ms: number, now: number) => {
      const past = Math.max(0, now - ms)
      const [unit, length] = steps.find(([, size]) => past >= size) ?? (["second", SECOND] as const)
      return relative().format(-Math.floor(past / length), unit)
    },
    /** Returns a future time relative to now, such as "in 3 days". */
    until: (ms: number, now: number) => {
      const left = Math.max(0, ms - now)
      const [unit, length] = steps.find(([, size]) => left >= size) ?? (["second", SECOND] as const)
      return relative().format(Math.round(left / length), unit)
    },
    /** Formats a duration with its largest unit and the next smaller unit, as messages do. */
    seconds,
    /** Formats the duration between two times, as the difference of the displayed seconds. */
    between: (from: number, to: number) => seconds(secondsBetween(from, to))
  }
}

export type Format = ReturnType<typeof makeFormat>
