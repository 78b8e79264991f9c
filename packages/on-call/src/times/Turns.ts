import type { ZoneClock } from "@mon/bundled/time-zones"
import type { HandOff } from "../OnCallSchedule.ts"
import { DAY_MS, HOUR_MS, instantOf, parseLocalTime, WEEK_MS } from "./localTime.ts"
import type { WeeklyHours } from "./WeeklyHours.ts"

/** The turns of a layer. Turn n ends when turn n + 1 starts. */
export interface Turns {
  /**
   * Returns the number of the turn at an instant, or a negative number before turn 0. `reached` is the `reachedTime` of
   * the instant.
   */
  readonly numberAt: (instant: number, reached: number) => number
  /** Returns the first instant of a turn. If the clocks skip a whole turn, the next turn starts at the same instant. */
  readonly startOf: (turn: number) => number
}

/** Periods of local time. */
interface Periods {
  readonly numberAt: (localTime: number) => number
  readonly startOf: (period: number) => number
}

const HOURS_OF_DAY = 24

/** Whether turns of this many hours are local times. */
export const dividesDay = (hours: number): boolean => HOURS_OF_DAY % hours === 0

const equalPeriods = (first: number, length: number): Periods => ({
  numberAt: (localTime) => Math.floor((localTime - first) / length),
  startOf: (period) => first + period * length
})

const daysOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** Months begin on the day of the first one, or on the last day of a month that is too short. */
const monthPeriods = (first: number, every: number): Periods => {
  const date = new Date(first)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const timeOfDay = first % DAY_MS
  const startOf = (period: number): number => {
    const count = month + period * every
    const inYear = year + Math.floor(count / 12)
    const inMonth = count - Math.floor(count / 12) * 12
    return Date.UTC(inYear, inMonth, Math.min(day, daysOfMonth(inYear, inMonth))) + timeOfDay
  }
  return {
    startOf,
    numberAt: (localTime) => {
      const at = new Date(localTime)
      const months = (at.getUTCFullYear() - year) * 12 + at.getUTCMonth() - month
      const period = Math.floor(months / every)
      return startOf(period) > localTime ? period - 1 : period
    }
  }
}

const localTurns = (clock: ZoneClock, { numberAt, startOf }: Periods): Turns => ({
  numberAt: (_instant, reached) => numberAt(reached),
  startOf: (turn) => instantOf(clock, startOf(turn))
})

const elapsedTurns = (first: number, length: number): Turns => ({
  numberAt: (instant) => Math.floor((instant - first) / length),
  startOf: (turn) => first + turn * length
})

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/**
 * Leaves out periods without active hours. Active hours repeat every week, so the periods repeat after the least common
 * multiple of their length and a week, at most 168 periods.
 */
const activePeriods = (first: number, length: number, hours: WeeklyHours): Periods => {
  const all = equalPeriods(first, length)
  const cycle = WEEK_MS / greatestDivisor(WEEK_MS, length)
  const counted: Array<number> = []
  /** The number of counted periods before each period of the cycle. */
  const before = [0]
  for (let period = 0; period < cycle; period += 1) {
    if (hours.touches(all.startOf(period), all.startOf(period + 1))) counted.push(period)
    before.push(counted.length)
  }
  return {
    numberAt: (localTime) => {
      const passed = all.numberAt(localTime) + 1
      if (passed <= 0) return -1
      const cycles = Math.floor(passed / cycle)
      return Math.max(0, cycles * counted.length + (before[passed - cycles * cycle] ?? 0) - 1)
    },
    startOf: (turn) => {
      // Turn 0 starts at the given time, even if its first periods have no active hours.
      if (turn === 0) return first
      const cycles = Math.floor(turn / counted.length)
      return all.startOf(cycles * cycle + (counted[turn - cycles * counted.length] ?? 0))
    }
  }
}

const UNIT_MS = { hours: HOUR_MS, days: DAY_MS, weeks: WEEK_MS } as const

/** Returns the turns of a hand-off. With `hours`, only periods with active hours are turns. */
export const makeTurns = ({ every, start, unit }: HandOff, clock: ZoneClock, hours: WeeklyHours | null): Turns => {
  const first = parseLocalTime(start) ?? 0
  // A month contains each time of a week, so each month has active hours.
  if (unit === "months") return localTurns(clock, monthPeriods(first, every))
  const length = every * UNIT_MS[unit]
  if (unit === "hours" && !dividesDay(every)) return elapsedTurns(instantOf(clock, first), length)
  return localTurns(clock, hours === null ? equalPeriods(first, length) : activePeriods(first, length, hours))
}
