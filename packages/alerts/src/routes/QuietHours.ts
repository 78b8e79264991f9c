import {
  aNumber,
  argumentsOf,
  aString,
  kindOf,
  type Kind,
  listOf,
  oneOf,
  shape,
  textLike
} from "@mon/bundled/arguments"
import { instantOf, isTimeZone, wallTimeOf } from "../maintenance/wallClock.ts"

/** The time during which a channel stays quiet. Times are local to the zone. */
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

/** Quiet hours that do not cover the whole week. */
const quietHoursKind = (): Kind => {
  const fields = shape<QuietHours>("quiet hours: an object with start, end, days and timeZone", {
    start: clockKind(),
    end: clockKind(),
    days: listOf(oneOf(...DAYS)),
    timeZone: aString
  })
  const leavesTime = kindOf("quiet hours that do not cover the whole week", (value) => !isAlways(value as QuietHours))
  return { takes: fields.takes, fault: (value) => fields.fault(value) ?? leavesTime.fault(value) }
}

const isAlways = ({ days, end, start }: QuietHours): boolean => start === end && new Set(days).size === DAYS.length

const acceptQuietUntil = /* @__PURE__ */ argumentsOf("quietUntil", () => ({
  hours: quietHoursKind(),
  atMs: aNumber("milliseconds since the epoch")
}))

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** 1 for a Monday, 7 for a Sunday. */
const weekdayOf = (localDayMs: number): number => new Date(localDayMs).getUTCDay() || 7

/** More days than the longest quiet time of a week can have. */
const DAYS_AHEAD = 8

/**
 * Returns the end of the quiet hours in which a moment lies, in milliseconds since the epoch; null when it lies in
 * none. Quiet times that touch are one. Clock changes count as RFC 5545 says.
 *
 * @example
 * quietUntil({ start: "22:00", end: "07:00", days: [1, 2, 3, 4, 5], timeZone: "Europe/Berlin" }, Date.parse("2026-11-23T23:30:00Z")) // => Date.parse("2026-11-24T06:00:00Z")
 * quietUntil({ start: "22:00", end: "07:00", days: [1, 2, 3, 4, 5], timeZone: "Europe/Berlin" }, Date.parse("2026-11-23T12:00:00Z")) // => null
 */
export const quietUntil = (hours: QuietHours, atMs: number): number | null => {
  acceptQuietUntil(hours, atMs)
  const { days, end, start } = hours
  const timeZone = isTimeZone(hours.timeZone) ? hours.timeZone : "UTC"
  const today = Math.floor(wallTimeOf(timeZone, atMs) / DAY_MS) * DAY_MS
  const endsNextDay = minutesOf(end) <= minutesOf(start)
  let until: number | null = null
  for (let day = -2; day <= DAYS_AHEAD; day++) {
    const midnight = today + day * DAY_MS
    if (!days.includes(weekdayOf(midnight))) continue
    const from = instantOf(timeZone, midnight + minutesOf(start) * MINUTE_MS)
    const to = instantOf(timeZone, midnight + (endsNextDay ? DAY_MS : 0) + minutesOf(end) * MINUTE_MS)
    if (from <= (until ?? atMs) && to > (until ?? atMs)) until = to
  }
  return until
}
