const DAY_MS = 86_400_000
const DAYS_OF_WEEK = 7
const SHORTEST_MONTH = 28
/** The number of different month lengths. Months have 28, 29, 30 or 31 days. */
const MONTH_LENGTHS = 4

/** The clock times that match an expression. All tables are built once, so that a search only reads them. */
export interface ClockFields {
  /** For each value, the next value that matches: the value itself or a later value. -1 if there is none. */
  readonly seconds: Int8Array
  readonly minutes: Int8Array
  readonly hours: Int8Array
  /** A bit mask of the months that match. Bit 0 is January. */
  readonly months: number
  /**
   * Bit masks of the days that match, by the weekday of the month's first day and by the length of the month. Bit 0 is
   * the first day.
   */
  readonly days: Int32Array
  /** The years that match; null if all years match. */
  readonly years: ReadonlySet<number> | null
}

/**
 * A function that returns whether a day matches.
 *
 * @param day 1 to 31
 * @param weekday 0 is Sunday.
 * @param length The number of days in the month
 */
export type DayRule = (day: number, weekday: number, length: number) => boolean

/** Returns the table of the next values that match. `size` is the largest value plus 1. */
const nextValues = (values: ReadonlySet<number>, size: number): Int8Array => {
  const table = new Int8Array(size + 1).fill(-1)
  for (let value = size - 1; value >= 0; value -= 1) table[value] = values.has(value) ? value : (table[value + 1] ?? -1)
  return table
}

const dayTable = (matches: DayRule): Int32Array => {
  const table = new Int32Array(DAYS_OF_WEEK * MONTH_LENGTHS)
  for (let index = 0; index < table.length; index += 1) {
    const first = Math.floor(index / MONTH_LENGTHS)
    const length = SHORTEST_MONTH + (index % MONTH_LENGTHS)
    for (let day = 1; day <= length; day += 1) {
      const bit = matches(day, (first + day - 1) % DAYS_OF_WEEK, length) ? 1 << (day - 1) : 0
      table[index] = (table[index] ?? 0) | bit
    }
  }
  return table
}

/** Builds the tables of an expression. Months count from 1. */
export const clockFields = (parts: {
  readonly seconds: ReadonlySet<number>
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  readonly isDay: DayRule
  readonly years: ReadonlySet<number> | null
}): ClockFields => ({
  seconds: nextValues(parts.seconds, 60),
  minutes: nextValues(parts.minutes, 60),
  hours: nextValues(parts.hours, 24),
  months: [...parts.months].reduce((bits, month) => bits | (1 << (month - 1)), 0),
  days: dayTable(parts.isDay),
  years: parts.years
})

const next = (table: Int8Array, from: number): number => table[from] ?? -1

/** Returns the first matching time of day at or after a time of day, in seconds; -1 if there is none. */
const nextTimeOfDay = ({ hours, minutes, seconds }: ClockFields, from: number): number => {
  const hour = Math.floor(from / 3_600)
  const minute = Math.floor(from / 60) % 60
  const isHour = next(hours, hour) === hour
  if (isHour && next(minutes, minute) === minute) {
    const second = next(seconds, from % 60)
    if (second >= 0) return hour * 3_600 + minute * 60 + second
  }
  const laterMinute = isHour ? next(minutes, minute + 1) : -1
  if (laterMinute >= 0) return hour * 3_600 + laterMinute * 60 + next(seconds, 0)
  const laterHour = next(hours, hour + 1)
  return laterHour < 0 ? -1 : laterHour * 3_600 + next(minutes, 0) * 60 + next(seconds, 0)
}

/** Returns a bit mask of the days of a month that match. Months count from 0. */
const daysOf = (fields: ClockFields, year: number, month: number): number => {
  if (((fields.months >> month) & 1) === 0) return 0
  const start = Date.UTC(year, month, 1)
  const length = Math.round((Date.UTC(year, month + 1, 1) - start) / DAY_MS)
  // 1 January 1970 was a Thursday.
  const weekday = (((start / DAY_MS + 4) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK
  return fields.days[weekday * MONTH_LENGTHS + length - SHORTEST_MONTH] ?? 0
}

/**
 * Returns the first matching clock time at or after a clock time, or null. Clock times are in milliseconds, as if the
 * clocks showed UTC.
 *
 * @param from A whole second.
 * @param lastYear The search ends with this year.
 */
export const nextClockTime = (fields: ClockFields, from: number, lastYear: number): number | null => {
  const start = new Date(from)
  const firstDay = start.getUTCDate()
  const firstMonth = start.getUTCMonth()
  const today = Math.floor(from / DAY_MS) * DAY_MS
  for (let year = start.getUTCFullYear(), month = firstMonth, day = firstDay; year <= lastYear; year += 1) {
    if (fields.years === null || fields.years.has(year))
      for (; month < 12; month += 1) {
        for (let bits = daysOf(fields, year, month) >>> (day - 1); bits !== 0; bits = (bits & (bits - 1)) >>> 0) {
          const date = Date.UTC(year, month, day + 31 - Math.clz32(bits & -bits))
          const time = nextTimeOfDay(fields, date === today ? (from - today) / 1_000 : 0)
          if (time >= 0) return date + time * 1_000
        }
        day = 1
      }
    month = 0
    day = 1
  }
  return null
}
