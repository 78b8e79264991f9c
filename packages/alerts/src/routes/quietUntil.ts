import { aNumber, argumentsOf } from "@mon/bundled/arguments"
import { instantOf, isTimeZone, wallTimeOf } from "../maintenance/wallClock.ts"
import type { QuietHours } from "./QuietHours.ts"
import { quietHoursKind } from "./quietHoursKind.ts"

const acceptQuietUntil = /* @__PURE__ */ argumentsOf("quietUntil", () => ({
  hours: quietHoursKind(),
  atMs: aNumber("milliseconds since the epoch")
}))

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

const weekdayOf = (localDayMs: number): number => new Date(localDayMs).getUTCDay() || 7

/** The number of days in which the end is searched, which exceeds the longest quiet time of less than a week. */
const DAYS_AHEAD = 8

/**
 * Returns the end of the quiet hours that contain a moment, in milliseconds since the epoch. Null if the moment is not
 * in quiet hours. Adjacent quiet times count as one. Clock changes are handled as in RFC 5545.
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
