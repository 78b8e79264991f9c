import type { ActiveHours } from "../OnCallSchedule.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS, timeOfWeek, WEEK_MS } from "./localTime.ts"

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
const WEEK_TIME = /^(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):([0-5]\d)$/u

/** Reads a time such as "mon 09:00". Returns the milliseconds since Monday 00:00, or null for any other text. */
export const parseWeekTime = (text: string): number | null => {
  const [, day, hour, minute] = WEEK_TIME.exec(text) ?? []
  return day === undefined ? null : DAYS.indexOf(day) * DAY_MS + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS
}

interface Interval {
  readonly start: number
  readonly end: number
}

/** Returns the parts of an interval within one week. */
const partsOf = ({ end, start }: ActiveHours): ReadonlyArray<Interval> => {
  const first = parseWeekTime(start) ?? 0
  const last = parseWeekTime(end) ?? 0
  return last > first
    ? [{ start: first, end: last }]
    : [
        { start: 0, end: last },
        { start: first, end: WEEK_MS }
      ]
}

const merged = (intervals: ReadonlyArray<Interval>): ReadonlyArray<Interval> => {
  const found: Array<Interval> = []
  for (const { end, start } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    if (last !== undefined && start <= last.end) found[found.length - 1] = { ...last, end: Math.max(end, last.end) }
    else if (end > start) found.push({ start, end })
  }
  return found
}

/** The active hours of a layer, as intervals of a week that do not overlap. All times are local. */
export class WeeklyHours {
  readonly #intervals: ReadonlyArray<Interval>

  constructor(hours: ReadonlyArray<ActiveHours>) {
    this.#intervals = merged(hours.flatMap(partsOf))
  }

  isActiveAt(localTime: number): boolean {
    const time = timeOfWeek(localTime)
    return this.#intervals.some(({ end, start }) => start <= time && time < end)
  }

  /** Returns the first start or end of an interval after a time. */
  nextEdge(localTime: number): number {
    const time = timeOfWeek(localTime)
    for (const { end, start } of this.#intervals) {
      if (start > time) return localTime + start - time
      if (end > time) return localTime + end - time
    }
    return localTime + WEEK_MS + (this.#intervals[0]?.start ?? 0) - time
  }

  /** Returns whether a period contains active time. */
  touches(start: number, end: number): boolean {
    return this.isActiveAt(start) || this.nextEdge(start) < end
  }
}
