import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../times/localTime.ts"
import type { RecurrenceRule, RuleDay } from "./RecurrenceRule.ts"

const SECOND_MS = 1_000
const WEEK_DAYS = 7

/** The work that an expansion may still do. One unit is about a day that is compared with a rule. */
export interface Budget {
  left: number
}

/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3

const weekdayOf = (day: number): number => (((day + FIRST_WEEKDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS
const dayOf = (year: number, month: number, date = 1): number => Date.UTC(year, month, date) / DAY_MS

/** The first day of week 1 of a year: the first week with at least four days in the year. */
const firstWeekOf = (year: number, weekStart: number): number => {
  const first = dayOf(year, 0)
  const since = (weekdayOf(first) - weekStart + WEEK_DAYS) % WEEK_DAYS
  return since <= 3 ? first - since : first + WEEK_DAYS - since
}

/** A range of days, from the first one to the one after the last. */
interface Days {
  readonly first: number
  readonly end: number
}

/** Returns a number of a list from the end too: the last of 31 is 31 and -1. */
const isNumbered = (list: ReadonlyArray<number>, number: number, length: number): boolean =>
  list.length === 0 || list.includes(number) || list.includes(number - length - 1)

const orUsual = (given: ReadonlyArray<number>, usual: number) => (given.length === 0 ? [usual] : given)

class Rule {
  readonly #rule: RecurrenceRule
  readonly #days: ReadonlyArray<RuleDay>
  readonly #monthDays: ReadonlyArray<number>
  readonly #months: ReadonlyArray<number>
  readonly #times: ReadonlyArray<number>

  constructor(rule: RecurrenceRule, start: number, budget: Budget) {
    this.#rule = rule
    const date = new Date(start)
    const { days, frequency, hours, minutes, monthDays, months, seconds, weekNumbers, yearDays } = rule
    const hasDays = days.length + monthDays.length + yearDays.length + weekNumbers.length > 0
    const weekday = { weekday: weekdayOf(Math.floor(start / DAY_MS)), number: 0 }
    const isWeekday = frequency === "WEEKLY" || (frequency === "YEARLY" && weekNumbers.length > 0)
    const isMonthDay = frequency === "MONTHLY" || frequency === "YEARLY"
    this.#days = isWeekday && days.length === 0 && monthDays.length + yearDays.length === 0 ? [weekday] : days
    this.#monthDays = isMonthDay && !hasDays ? [date.getUTCDate()] : monthDays
    this.#months = frequency === "YEARLY" && !hasDays && months.length === 0 ? [date.getUTCMonth() + 1] : months
    const isHourly = frequency === "HOURLY"
    this.#times = (isHourly ? [0] : orUsual(hours, date.getUTCHours()))
      .flatMap((hour) =>
        orUsual(minutes, date.getUTCMinutes()).flatMap((minute) =>
          orUsual(seconds, date.getUTCSeconds()).map(
            (second) => hour * HOUR_MS + minute * MINUTE_MS + Math.min(second, 59) * SECOND_MS
          )
        )
      )
      .toSorted((a, b) => a - b)
    budget.left -= this.#times.length
  }

  /** Whether the n-th weekday of a rule is counted in the month or in the year. */
  #isCountedInMonth(): boolean {
    return this.#rule.frequency === "MONTHLY" || this.#rule.months.length > 0
  }

  #hasWeekday(day: number, year: number, month: number): boolean {
    if (this.#days.length === 0) return true
    const { frequency } = this.#rule
    const weekday = weekdayOf(day)
    const isCounted = frequency === "MONTHLY" || (frequency === "YEARLY" && this.#rule.weekNumbers.length === 0)
    const inMonth = this.#isCountedInMonth()
    const first = inMonth ? dayOf(year, month) : dayOf(year, 0)
    const end = inMonth ? dayOf(year, month + 1) : dayOf(year + 1, 0)
    const fromStart = Math.floor((day - first) / WEEK_DAYS) + 1
    const fromEnd = -(Math.floor((end - 1 - day) / WEEK_DAYS) + 1)
    return this.#days.some(
      (one) =>
        one.weekday === weekday &&
        (one.number === 0 || !isCounted || one.number === fromStart || one.number === fromEnd)
    )
  }

  #isInWeek(day: number, year: number): boolean {
    const { weekNumbers, weekStart } = this.#rule
    if (weekNumbers.length === 0) return true
    // The first days of a year can be in the last week of the year before, and the last ones in week 1 of the next.
    const weekYear = [year + 1, year, year - 1].find((one) => firstWeekOf(one, weekStart) <= day) ?? year
    const first = firstWeekOf(weekYear, weekStart)
    const count = (firstWeekOf(weekYear + 1, weekStart) - first) / WEEK_DAYS
    return isNumbered(weekNumbers, Math.floor((day - first) / WEEK_DAYS) + 1, count)
  }

  #has(day: number): boolean {
    const date = new Date(day * DAY_MS)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    if (this.#months.length > 0 && !this.#months.includes(month + 1)) return false
    return (
      isNumbered(this.#monthDays, date.getUTCDate(), dayOf(year, month + 1) - dayOf(year, month)) &&
      isNumbered(this.#rule.yearDays, day - dayOf(year, 0) + 1, dayOf(year + 1, 0) - dayOf(year, 0)) &&
      this.#hasWeekday(day, year, month) &&
      this.#isInWeek(day, year)
    )
  }

  /** Returns the times of a period, in ascending order. `hour` is the begin of the hour of an hourly rule. */
  timesIn({ end, first }: Days, hour: number | null, budget: Budget): ReadonlyArray<number> {
    const { hours, positions } = this.#rule
    const times: Array<number> = []
    for (let day = first; day < end; day += 1) {
      budget.left -= 1
      if (budget.left <= 0) return times
      if (!this.#has(day)) continue
      if (hour !== null && hours.length > 0 && !hours.includes(Math.floor((hour - day * DAY_MS) / HOUR_MS))) continue
      budget.left -= this.#times.length
      for (const time of this.#times) times.push((hour ?? day * DAY_MS) + time)
    }
    if (positions.length === 0) return times
    return times.filter((_, index) => isNumbered(positions, index + 1, times.length))
  }
}

interface Period {
  readonly days: Days
  readonly hour: number | null
}

/** Returns the n-th period of a rule. */
const periodOf = ({ frequency, interval, weekStart }: RecurrenceRule, start: number, number: number): Period => {
  const day = Math.floor(start / DAY_MS)
  const date = new Date(start)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const step = number * interval
  if (frequency === "HOURLY") {
    const hour = Math.floor(start / HOUR_MS) * HOUR_MS + step * HOUR_MS
    const first = Math.floor(hour / DAY_MS)
    return { days: { first, end: first + 1 }, hour }
  }
  if (frequency === "DAILY") return { days: { first: day + step, end: day + step + 1 }, hour: null }
  if (frequency === "WEEKLY") {
    const first = day - ((weekdayOf(day) - weekStart + WEEK_DAYS) % WEEK_DAYS) + step * WEEK_DAYS
    return { days: { first, end: first + WEEK_DAYS }, hour: null }
  }
  return frequency === "MONTHLY"
    ? { days: { first: dayOf(year, month + step), end: dayOf(year, month + step + 1) }, hour: null }
    : { days: { first: dayOf(year + step, 0), end: dayOf(year + step + 1, 0) }, hour: null }
}

/** The longest length of a period, so that no period is skipped that ends after a time. */
const LONGEST_MS = { HOURLY: HOUR_MS, DAILY: DAY_MS, WEEKLY: 7 * DAY_MS, MONTHLY: 31 * DAY_MS, YEARLY: 366 * DAY_MS }

/** The time after which no rule is expanded. */
const LAST_MS = Date.UTC(2200, 0, 1)

/**
 * Yields the times of a rule in ascending order, as clock times. The start is the first time, even if the rule does not
 * match it. Times before `from` can be left out. Ends when the budget is used up.
 */
export function* occurrences(
  rule: RecurrenceRule,
  start: number,
  { budget, from }: { readonly budget: Budget; readonly from: number }
): Generator<number> {
  yield start
  if (budget.left <= 0) return
  const matcher = new Rule(rule, start, budget)
  const { count, frequency, interval } = rule
  let found = 1
  // Periods are skipped only if nothing counts the times in them.
  const skipped = count === null ? Math.floor((from - start) / (LONGEST_MS[frequency] * interval)) - 1 : 0
  for (let number = Math.max(0, skipped); budget.left > 0; number += 1) {
    const { days, hour } = periodOf(rule, start, number)
    if (days.first * DAY_MS > LAST_MS) return
    for (const time of matcher.timesIn(days, hour, budget)) {
      if (time <= start) continue
      if (count !== null && found >= count) return
      found += 1
      yield time
    }
    if (count !== null && found >= count) return
  }
}
