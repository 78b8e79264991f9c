import { firstPeriodOf, type ZoneClock } from "@mon/bundled/time-zones"

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS
/** 1 January 1970 was a Thursday. The first Monday was four days later. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** The last year in which a schedule can begin and in which people can be on call. */
const LAST_YEAR = 2_199
/** The last instant that schedules and ranges can contain. */
export const LAST_MS = /* @__PURE__ */ Date.UTC(LAST_YEAR + 1, 0, 1)

/**
 * The longest time that clocks show twice, with an hour to spare. Samoa repeated a day in 1892, and all later
 * repetitions are shorter (tzdata 2025b).
 */
const LONGEST_REPETITION_MS = 25 * HOUR_MS

const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)$/u

/**
 * Reads a local time such as 2026-01-05T09:00. Returns it in milliseconds, as if the clocks showed UTC, or null for any
 * other text.
 */
export const parseLocalTime = (text: string): number | null => {
  const match = LOCAL_TIME.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  const time = Date.UTC(year, month - 1, day, hour, minute)
  return year >= 1_970 && year <= LAST_YEAR && new Date(time).getUTCDate() === day && month <= 12 ? time : null
}

/** Returns the time since Monday 00:00, in milliseconds. */
export const timeOfWeek = (localTime: number): number => {
  const time = (localTime - FIRST_MONDAY_MS) % WEEK_MS
  return time < 0 ? time + WEEK_MS : time
}

/**
 * Returns the latest local time that the clocks have shown up to an instant. While clocks show a time again, this is
 * the end of the first time, less a millisecond. The result never decreases, so it has no repeated time.
 */
export const reachedTime = (clock: ZoneClock, instant: number): number => {
  const period = clock.periodAt(instant)
  const shown = instant + period.offset
  if (instant - period.start > LONGEST_REPETITION_MS) return shown
  const first = firstPeriodOf(clock, shown)
  return first.end <= instant ? first.end + first.offset - 1 : shown
}

/**
 * Returns the first instant at which the clocks have reached a local time: the first of two equal times, or the end of
 * the gap if the clocks skip the time.
 */
export const instantOf = (clock: ZoneClock, localTime: number): number => {
  const period = firstPeriodOf(clock, localTime)
  return Math.max(localTime - period.offset, period.start)
}
