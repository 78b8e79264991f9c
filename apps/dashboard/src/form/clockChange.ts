import { instantOf, shownTime } from "./zonedTime.ts"

const DAY_MS = 86_400_000
/**
 * The number of days in which the next clock change is searched. Every zone that changes its clocks does so within a
 * year.
 */
const SEARCHED_DAYS = 370

/** The effect of a clock change on a time in a form that clocks skip or show twice. */
export interface ClockChange {
  readonly kind: "skipped" | "twice"
  readonly zone: string
  /** The time in the form, such as `2027-03-28T02:30`. */
  readonly shown: string
  /**
   * The actual time (ISO 8601). A skipped time becomes later by the length of the gap. If clocks show the time twice,
   * this is the first instant.
   */
  readonly at: string
  /** The time that clocks show at `at`, such as `2027-03-28T03:30`. */
  readonly becomes: string
}

/** Returns the clock change that skips a time or shows it twice. Null: there is none, or the text is not a time. */
export const clockChangeOf = (zone: string, shown: string): ClockChange | null => {
  const at = instantOf(zone, shown)
  if (at === null) return null
  const becomes = shownTime(zone, Date.parse(at))
  const change = { zone, shown, at, becomes }
  if (becomes !== shown) return { kind: "skipped", ...change }
  return instantOf(zone, shown, "last") === at ? null : { kind: "twice", ...change }
}

/** Returns the next clock change at a time of day, such as 02:30, on the dates that `occursOn` accepts. */
export const nextClockChange = (
  zone: string,
  time: string,
  now: number,
  occursOn: (date: string) => boolean
): ClockChange | null => {
  const today = Date.parse(`${shownTime(zone, now).slice(0, 10)}T00:00Z`)
  for (let day = 0; day < SEARCHED_DAYS; day++) {
    const date = new Date(today + day * DAY_MS).toISOString().slice(0, 10)
    const change = occursOn(date) ? clockChangeOf(zone, `${date}T${time}`) : null
    if (change !== null && Date.parse(change.at) > now) return change
  }
  return null
}
