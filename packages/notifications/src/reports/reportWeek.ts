import type { ReportWeek } from "@mon/core-store"

const HOUR_MS = 3_600_000
/** The largest difference, in hours, between midnight of a date in any zone and midnight of the same date in UTC. */
const FARTHEST_HOURS = 27
/** The weekday on which the report is due, at 08:00. */
const MONDAY = 1
const AT_HOUR = 8
/** The last weekday on which a late report is still written, for example after an outage. */
const WEDNESDAY = 3
const DAYS = 7

interface LocalTime {
  /** The date, such as `2026-11-23`. Dates sort chronologically. */
  readonly date: string
  readonly hour: number
}

const clockOf = (zone: string): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      hourCycle: "h23"
    })
  } catch {
    return null
  }
}

const localTime = (clock: Intl.DateTimeFormat, at: number): LocalTime => {
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  return { date: `${parts["year"]}-${parts["month"]}-${parts["day"]}`, hour: Number(parts["hour"]) }
}

const daysLater = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 24 * HOUR_MS).toISOString().slice(0, 10)

/**
 * Finds the first moment of a date, or of an hour of that date. If clocks skip the hour, returns the first moment after
 * the gap.
 */
const startOf = (clock: Intl.DateTimeFormat, date: string, hour = 0): Date => {
  let before = Date.parse(date) - FARTHEST_HOURS * HOUR_MS
  let after = Date.parse(date) + FARTHEST_HOURS * HOUR_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    const shown = localTime(clock, middle)
    if (shown.date < date || (shown.date === date && shown.hour < hour)) before = middle
    else after = middle
  }
  return new Date(after)
}

/**
 * Returns the week whose report is due in a time zone. From Monday 08:00 until the end of Wednesday, the report about
 * the week before that Monday is due. Returns null at all other times, and for an unknown zone.
 */
export const reportWeek = (zone: string, now: Date): ReportWeek | null => {
  const clock = clockOf(zone)
  if (clock === null) return null
  const { date, hour } = localTime(clock, now.getTime())
  const day = new Date(date).getUTCDay()
  if (day < MONDAY || day > WEDNESDAY || (day === MONDAY && hour < AT_HOUR)) return null
  const monday = daysLater(date, MONDAY - day)
  return { zone, date: monday, from: startOf(clock, daysLater(monday, -DAYS)), to: startOf(clock, monday) }
}

const UTC_CLOCK = clockOf("UTC")

const knownClock = (zone: string): Intl.DateTimeFormat => {
  const clock = clockOf(zone) ?? UTC_CLOCK
  if (clock === null) throw new Error("The runtime does not know UTC.")
  return clock
}

/**
 * Returns the date in a time zone at a time in milliseconds, such as `2026-11-23`. An unknown zone is treated as UTC.
 */
export const dateIn = (zone: string, at: number): string => localTime(knownClock(zone), at).date

/** Returns the first moment of a date in a time zone, or of an hour of that date. An unknown zone is treated as UTC. */
export const startOfDate = (zone: string, date: string, hour = 0): Date => startOf(knownClock(zone), date, hour)
