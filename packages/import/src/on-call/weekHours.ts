import type { ActiveHours } from "@mon/on-call"

export const HOUR_MINUTES = 60
export const DAY_MINUTES = 24 * HOUR_MINUTES
export const WEEK_MINUTES = 7 * DAY_MINUTES

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

/** A weekly interval: the minutes from Monday 00:00 to its start, and its length in minutes. */
export interface WeekInterval {
  readonly start: number
  readonly length: number
}

const two = (part: number): string => String(part).padStart(2, "0")

const weekTime = (minute: number): string => {
  const inWeek = minute % WEEK_MINUTES
  const inDay = inWeek % DAY_MINUTES
  return `${DAYS[Math.floor(inWeek / DAY_MINUTES)]} ${two(Math.floor(inDay / HOUR_MINUTES))}:${two(inDay % HOUR_MINUTES)}`
}

/**
 * Returns weekly intervals as the active hours of a layer, joined where they touch. Returns null if they cover the
 * whole week.
 */
export const activeHours = (intervals: ReadonlyArray<WeekInterval>): ReadonlyArray<ActiveHours> | null => {
  const sorted = intervals
    .filter(({ length }) => length > 0)
    .map(({ length, start }) => ({ start: start % WEEK_MINUTES, end: (start % WEEK_MINUTES) + length }))
    .toSorted((a, b) => a.start - b.start)
  const joined: Array<{ start: number; end: number }> = []
  for (const { end, start } of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  const [first] = joined
  const last = joined.at(-1)
  if (first === undefined || last === undefined) return []
  // The last interval can reach into the next week, over the first ones.
  while (joined.length > 1 && last.end - WEEK_MINUTES >= (joined[0]?.start ?? Infinity)) {
    last.end = Math.max(last.end, (joined.shift()?.end ?? 0) + WEEK_MINUTES)
  }
  if (joined.some(({ end, start }) => end - start >= WEEK_MINUTES)) return null
  return joined.map(({ end, start }) => ({ start: weekTime(start), end: weekTime(end) }))
}
