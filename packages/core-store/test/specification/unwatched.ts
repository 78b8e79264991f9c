// This code is a specification, and production code does not use it. Property tests compare
// src/monitors/statements/unwatched.sql.ts and the SQL function watched_uptime with this specification.

/** A time range in milliseconds since the epoch. */
export interface TimeRange {
  readonly since: number
  readonly until: number
}

/** A state of a domain, and the time from which the domain has the state. */
export interface StatePeriod {
  readonly since: number
  readonly state: "unknown" | "up" | "down" | "paused"
}

interface LastCheck {
  readonly dueAt: number
  /** The time of the last check, or the start of the monitoring if there was no check. */
  readonly lastAt: number
}

/** The facts that the schedule stores about the checks of a monitor that is not paused. */
export interface CheckTimes extends LastCheck {
  readonly intervalMs: number
  /** The last check with a verdict, if all later checks had no verdict. Otherwise null. */
  readonly judged: LastCheck | null
}

/**
 * Returns the time in which a monitor had no verdict, at the time of its next verdict. Returns null unless this verdict
 * is late by more than two intervals.
 *
 * @example
 * ```ts
 * const times = { intervalMs: 60_000, dueAt: 60_000, lastAt: 0, judged: null }
 * unwatchedAt(times, 600_000) // => { since: 0, until: 600_000 }
 * unwatchedAt(times, 120_000) // => null
 * unwatchedAt({ ...times, dueAt: 610_000, lastAt: 600_000, judged: times }, 610_000) // => { since: 0, until: 610_000 }
 * ```
 */
export const unwatchedAt = ({ intervalMs, judged, ...last }: CheckTimes, now: number): TimeRange | null => {
  const { dueAt, lastAt } = judged ?? last
  return now > dueAt + 2 * intervalMs ? { since: Math.max(lastAt, dueAt - intervalMs), until: now } : null
}

const overlap = (one: TimeRange, other: TimeRange): number =>
  Math.max(0, Math.min(one.until, other.until) - Math.max(one.since, other.since))

/**
 * Returns the time up in percent of the time up or down, without unwatched time. Returns null if there was no such
 * time.
 */
export const uptimePercent = (
  periods: ReadonlyArray<StatePeriod>,
  unwatched: ReadonlyArray<TimeRange>,
  window: TimeRange
): number | null => {
  const watchedIn = (state: StatePeriod["state"]) =>
    periods.reduce((sum, period, index) => {
      if (period.state !== state) return sum
      const until = Math.min(periods[index + 1]?.since ?? window.until, window.until)
      const range = { since: Math.max(period.since, window.since), until }
      return sum + overlap(range, range) - unwatched.reduce((total, each) => total + overlap(range, each), 0)
    }, 0)
  const up = watchedIn("up")
  const total = up + watchedIn("down")
  return total === 0 ? null : (100 * up) / total
}
