import { nextTime, type Schedule } from "@mon/model"
import type { ExpectedRun } from "./Heartbeat.ts"

/** The longest time by which a job may be early, because the clocks of two hosts differ. */
const EARLY_MS = 60_000
/** The share of the time between two runs by which a job may be early. */
const EARLY_SHARE = 0.1

/**
 * Returns the expected runs of a job that runs every `everyMs` milliseconds, regardless of the time of day.
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
 * Returns the expected runs of a job with a schedule. A run that begins slightly before a scheduled time counts as the
 * run of that time, because the clock of its host may be fast. The limit is one minute, or a tenth of the time to the
 * following scheduled time if that is shorter.
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
