import { firstPeriodOf } from "@mon/bundled/time-zones"
import { nextClockTime } from "./ClockFields.ts"
import { type ClockChangeRule, type Schedule, scheduleLimits, type ScheduleRule } from "./Schedule.ts"

const SECOND_MS = 1_000
/** The last year in which a schedule can have times, as in systemd (systemd 252, calendarspec.c, MAX_YEAR). */
const LAST_YEAR = 2_199
const LAST_MS = /* @__PURE__ */ Date.UTC(LAST_YEAR + 1, 0, 1)
/** An upper limit for the difference between two offsets, which are from -12 to +14 hours. */
const LARGEST_CHANGE_MS = 2 * 86_400_000

/**
 * The number of matching times that clocks may skip in a row before the search ends without a result. Clocks change at
 * most twice a year in almost all zones, so the search takes about as long as for a cron expression.
 */
const MOST_SKIPPED = 50

/** A function that returns the first matching moment from `start` on, or null. All times are in milliseconds. */
type Search = (rule: ScheduleRule, start: number, lastYear: number) => number | null

/**
 * Returns the first clock time whose first moment is `start` or later. If clocks show the time of `start` for the
 * second time, this is the clock time at which the repetition ends.
 */
const firstWallTime = ({ clock }: ScheduleRule, start: number): number => {
  const wallTime = start + clock.periodAt(start).offset
  const period = firstPeriodOf(clock, wallTime)
  return wallTime - period.offset < start ? period.end + period.offset : wallTime
}

const searchOnce: Search = (rule, start, lastYear) => {
  const found = nextClockTime(rule.fields, firstWallTime(rule, start), lastYear)
  if (found === null) return null
  const period = firstPeriodOf(rule.clock, found)
  return Math.max(found - period.offset, period.start)
}

const searchSkip: Search = (rule, start, lastYear) => {
  let from = firstWallTime(rule, start)
  for (let skipped = 0; skipped < MOST_SKIPPED; skipped += 1) {
    const found = nextClockTime(rule.fields, from, lastYear)
    if (found === null) return null
    const period = firstPeriodOf(rule.clock, found)
    if (found - period.offset >= period.start) return found - period.offset
    from = period.start + period.offset
  }
  return null
}

const searchReal: Search = ({ clock, fields }, start, lastYear) => {
  for (let from = start; ;) {
    const { end, offset } = clock.periodAt(from)
    const found = nextClockTime(fields, from + offset, lastYear)
    if (found === null) return null
    const instant = found - offset
    if (instant < end) return instant
    // Clock times before `from` can be repeated only shortly after `from`.
    from = end < from + LARGEST_CHANGE_MS ? end : Math.max(end, instant - LARGEST_CHANGE_MS)
  }
}

const searches: Readonly<Record<ClockChangeRule, Search>> = { once: searchOnce, real: searchReal, skip: searchSkip }

const yearOf = (time: number): number => new Date(time).getUTCFullYear()

const nextOfRule = (rule: ScheduleRule, start: number, lastYear: number): number | null => {
  const wallTime = start + rule.clock.periodAt(start).offset
  return searches[rule.whenClocksChange](rule, start, Math.min(yearOf(wallTime) + rule.years, lastYear))
}

/**
 * Returns the first time of a schedule strictly after a moment, or null if there is none. The result is a whole second.
 * A cron expression ends after 50 years without a time (cronsim 2.7). All schedules end before the year 2200. Moments
 * before 1970 are treated as the end of 1969.
 *
 * @param after Unix time in milliseconds.
 *
 * @example
 * ```ts
 * const parsed = parseCron("0 3 * * *", "Europe/Riga")
 * const next = parsed._tag === "Schedule" ? nextTime(parsed.schedule, Date.UTC(2021, 2, 28)) : null
 * next // => Date.UTC(2021, 2, 28, 1)
 * ```
 */
export const nextTime = ({ rules }: Schedule, after: number): number | null => {
  if (!(after < LAST_MS)) return null
  const start = (Math.floor(Math.max(after, -1) / SECOND_MS) + 1) * SECOND_MS
  let first: number | null = null
  for (const rule of rules) {
    // The search does not continue past a time that was already found. One more year is included, because clocks can
    // show the next year a day before UTC does.
    const found = nextOfRule(rule, start, first === null ? LAST_YEAR : Math.min(yearOf(first) + 1, LAST_YEAR))
    if (found !== null && (first === null || found < first)) first = found
  }
  return first
}

/**
 * Returns the first times of a schedule strictly after a moment, in ascending order. The result can have fewer than
 * `count` times.
 *
 * @param after Unix time in milliseconds.
 * @param count At most 1,000 times are returned.
 *
 * @example
 * ```ts
 * const parsed = parseOnCalendar("daily", "UTC")
 * const times = parsed._tag === "Schedule" ? nextTimes(parsed.schedule, 0, 2) : []
 * times // => [86_400_000, 172_800_000]
 * ```
 */
export const nextTimes = (schedule: Schedule, after: number, count: number): ReadonlyArray<number> => {
  const times: Array<number> = []
  for (let time = after; times.length < Math.min(count, scheduleLimits.times);) {
    const next = nextTime(schedule, time)
    if (next === null) break
    times.push(next)
    time = next
  }
  return times
}
