import { aNumber, argumentsOf, aString, kindOf, type Kind, listOf, oneOf, shape, textLike } from "@mon/arguments"

/** When a channel stays quiet. Times are local to the zone. */
export interface QuietHours {
  /** `22:00` */
  readonly start: string
  /** `07:00`. Not later than the start: on the next day. The same as the start: a whole day. */
  readonly end: string
  /** The days on which the quiet time starts: 1 is Monday, 7 is Sunday. */
  readonly days: ReadonlyArray<number>
  /** IANA name; UTC when there is no such zone. */
  readonly timeZone: string
}

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/u
const DAYS = [1, 2, 3, 4, 5, 6, 7]

const clockKind = (): Kind => textLike("a time such as 22:00", (value) => CLOCK.test(value))

/** Quiet hours that leave some time of the week. */
const quietHoursKind = (): Kind => {
  const fields = shape<QuietHours>("quiet hours: an object with start, end, days and timeZone", {
    start: clockKind(),
    end: clockKind(),
    days: listOf(oneOf(...DAYS)),
    timeZone: aString
  })
  const leavesTime = kindOf("quiet hours that leave some time of the week", (value) => !isAlways(value as QuietHours))
  return { takes: fields.takes, fault: (value) => fields.fault(value) ?? leavesTime.fault(value) }
}

const isAlways = ({ days, end, start }: QuietHours): boolean => start === end && new Set(days).size === DAYS.length

const acceptQuietUntil = /* @__PURE__ */ argumentsOf("quietUntil", () => ({
  hours: quietHoursKind(),
  atMs: aNumber("milliseconds since the epoch")
}))

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 500

const makeFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  })

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  let made: Intl.DateTimeFormat
  try {
    made = makeFormat(timeZone)
  } catch {
    made = makeFormat("UTC")
  }
  if (formats.size < MAX_FORMATS) formats.set(timeZone, made)
  return made
}

/** The local time of a moment, as the moment at which a clock in UTC shows it. */
const localOf = (atMs: number, timeZone: string): number => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)])
  )
  const { day = 1, hour = 0, minute = 0, month = 1, second = 0, year = 1970 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const offsetAt = (atMs: number, timeZone: string): number => {
  const wholeSeconds = Math.floor(atMs / 1_000) * 1_000
  return localOf(wholeSeconds, timeZone) - wholeSeconds
}

/**
 * The moment of a local time. One that occurs twice is the first one, one that a clock change leaves out is read with
 * the offset before the change (RFC 5545 section 3.3.5).
 */
const momentOf = (localMs: number, timeZone: string): number => {
  const before = offsetAt(localMs - DAY_MS, timeZone)
  const after = offsetAt(localMs + DAY_MS, timeZone)
  const first = localMs - before
  if (before === after || offsetAt(first, timeZone) === before) return first
  const second = localMs - after
  return offsetAt(second, timeZone) === after ? second : first
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** 1 for a Monday, 7 for a Sunday. */
const weekdayOf = (localDayMs: number): number => new Date(localDayMs).getUTCDay() || 7

/** More days than the longest quiet time of a week can have. */
const DAYS_AHEAD = 8

/**
 * When the quiet hours end in which a moment lies, in milliseconds since the epoch; null when it lies in none. Quiet
 * times that touch are one. Clock changes count as RFC 5545 says.
 *
 * @example
 * quietUntil({ start: "22:00", end: "07:00", days: [1, 2, 3, 4, 5], timeZone: "Europe/Berlin" }, Date.parse("2026-11-23T23:30:00Z")) // => Date.parse("2026-11-24T06:00:00Z")
 * quietUntil({ start: "22:00", end: "07:00", days: [1, 2, 3, 4, 5], timeZone: "Europe/Berlin" }, Date.parse("2026-11-23T12:00:00Z")) // => null
 */
export const quietUntil = (hours: QuietHours, atMs: number): number | null => {
  acceptQuietUntil(hours, atMs)
  const { days, end, start, timeZone } = hours
  const today = Math.floor((atMs + offsetAt(atMs, timeZone)) / DAY_MS) * DAY_MS
  const endsNextDay = minutesOf(end) <= minutesOf(start)
  let until: number | null = null
  for (let day = -2; day <= DAYS_AHEAD; day++) {
    const midnight = today + day * DAY_MS
    if (!days.includes(weekdayOf(midnight))) continue
    const from = momentOf(midnight + minutesOf(start) * MINUTE_MS, timeZone)
    const to = momentOf(midnight + (endsNextDay ? DAY_MS : 0) + minutesOf(end) * MINUTE_MS, timeZone)
    if (from <= (until ?? atMs) && to > (until ?? atMs)) until = to
  }
  return until
}
