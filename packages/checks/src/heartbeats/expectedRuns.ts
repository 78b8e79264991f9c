import { nextTime, type Schedule } from "@mon/model"
import type { ExpectedRun } from "./Heartbeat.ts"

/** The most that a job may be early, because the clocks of two hosts differ. */
const EARLY_MS = 60_000
/** The share of the time between two runs that a job may be early. */
const EARLY_SHARE = 0.1

/**
 * Returns the expected runs of a job that runs every `everyMs` milliseconds, whatever the time of day.
 *
 * @example
 * ```ts
 * expectedEvery(600_000)(0) // => { at: 600_000, from: 540_000 }
 * ```
 */
export const expectedEvery =
  (everyMs: number) =>
  (at: number): ExpectedRun => ({ at: at + everyMs, from: at + everyMs - everyMs * EARLY_SHARE })

/**
 * Returns the expected runs of a job with a schedule. A run that begins up to a minute before a time of the schedule,
 * and at most a tenth of the time to the next one, is the run of that time: the clock of its host is fast.
 *
 * @example
 * ```ts
 * const parsed = parseCron("0 3 * * *", "UTC")
 * const expected = parsed._tag === "Schedule" ? expectedBy(parsed.schedule) : () => null
 * expected(Date.UTC(2026, 10, 29, 2, 59, 30))?.at // => Date.UTC(2026, 10, 30, 3)
 * ```
 */
export const expectedBy =
  (schedule: Schedule) =>
  (at: number): ExpectedRun | null => {
    const first = nextTime(schedule, at)
    if (first === null) return null
    const second = nextTime(schedule, first)
    const early = second === null ? EARLY_MS : Math.min(EARLY_MS, (second - first) * EARLY_SHARE)
    const expected = at >= first - early ? second : first
    return expected === null ? null : { at: expected, from: expected - early }
  }
