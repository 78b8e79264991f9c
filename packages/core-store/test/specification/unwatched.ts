// Specification only: nothing in production runs this. Property tests compare
// src/monitors/statements/unwatched.sql.ts and the SQL function watched_uptime with it.

/** A time range in milliseconds since the epoch. */
export interface TimeRange {
  readonly since: number
  readonly until: number
}

/** The state of a domain from a time on. */
export interface StatePeriod {
  readonly since: number
  readonly state: "unknown" | "up" | "down" | "paused"
}

/** When a monitor was last checked and when it is due. */
interface LastCheck {
  readonly dueAt: number
  /** The last check, or the moment since when the monitor is watched. */
  readonly lastAt: number
}

/** What the schedule stores about the checks of a monitor that is not paused. */
export interface CheckTimes extends LastCheck {
  readonly intervalMs: number
  /** The last check with a verdict, while the checks since then had none. */
  readonly judged: LastCheck | null
}

/**
 * The time without a verdict of a monitor, at the moment of the next one: that is late by more than two intervals.
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

/** Time up in percent of the time up or down, without unwatched time; null when there was none. */
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
