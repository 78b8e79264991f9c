import { zoneClock } from "@mon/bundled/time-zones"
import { nextTime, type Schedule } from "@mon/model"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The number of pings that must be off by the same time before Mon suggests a time zone. */
const EQUAL_PINGS = 2
/** The longest delay after its scheduled time with which a job begins. */
const STARTS_WITHIN_MS = 5 * MINUTE
/** The largest offset that is searched. Time zones differ by up to 26 hours, but a day has only 24. */
const FARTHEST_MS = 14 * HOUR
const STEP_MS = 30 * MINUTE

/** Returns the time between a run and the nearest scheduled time. Negative if the run was early. */
const offsetOf = (schedule: Schedule, begin: number): number | null => {
  let nearest: number | null = null
  for (let time = nextTime(schedule, begin - FARTHEST_MS); time !== null; time = nextTime(schedule, time)) {
    if (nearest !== null && Math.abs(time - begin) >= Math.abs(nearest - begin)) break
    nearest = time
  }
  return nearest === null ? null : begin - nearest
}

/** Returns the time by which the clock of a zone is ahead of UTC at a moment, in milliseconds. */
const aheadOfUtc = (timeZone: string, at: number): number => zoneClock(timeZone).periodAt(at).offset

/** The conclusions about the time zone of a heartbeat from the times at which its job ran. */
export interface ZoneAdvice {
  /**
   * The time by which the runs differ from the schedule, a multiple of half an hour. Negative if the runs are early.
   */
  readonly offsetMs: number
  /** The given time zones in which the runs fit the schedule, in the given order. */
  readonly timeZones: ReadonlyArray<string>
}

/**
 * Returns the time zones that fit the last runs of a job better. Null if the runs fit the schedule, or if no time zone
 * explains their times. If a heartbeat is wrongly late, the most frequent reason is that the host uses another time
 * zone. The advice needs two runs that are off by the same whole number of half hours.
 *
 * @param begins The times at which the last runs began, oldest first. Unix time in milliseconds.
 * @param zones The time zone of the schedule, and the time zones to choose from.
 *
 * @example
 * ```ts
 * const parsed = parseCron("0 3 * * *", "UTC")
 * const begins = [Date.UTC(2026, 6, 1, 1), Date.UTC(2026, 6, 2, 1)]
 * const zones = { current: "UTC", others: ["America/New_York", "Europe/Berlin"] }
 * parsed._tag === "Schedule" && adviseZone(parsed.schedule, begins, zones)?.timeZones // => ["Europe/Berlin"]
 * ```
 */
export const adviseZone = (
  schedule: Schedule,
  begins: ReadonlyArray<number>,
  { current, others }: { readonly current: string; readonly others: ReadonlyArray<string> }
): ZoneAdvice | null => {
  const last = begins.slice(-EQUAL_PINGS)
  if (last.length < EQUAL_PINGS) return null
  const steps = last.map((begin) => {
    const offset = offsetOf(schedule, begin)
    if (offset === null) return 0
    const step = Math.floor(offset / STEP_MS)
    return offset - step * STEP_MS <= STARTS_WITHIN_MS ? step : 0
  })
  const [step = 0] = steps
  if (step === 0 || steps.some((other) => other !== step)) return null
  const offsetMs = step * STEP_MS
  const timeZones = others.filter((zone) =>
    last.every((begin) => aheadOfUtc(zone, begin) === aheadOfUtc(current, begin) - offsetMs)
  )
  return { offsetMs, timeZones }
}

/** The number of gaps between runs that must be known before Mon suggests a period. */
const GAPS = 5

const PERIODS = [
  ...[1, 2, 3, 5, 10, 15, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 30].map((days) => days * DAY)
]

/** The largest difference at which a gap counts as equal to a period, as a share of the period. */
const SAME_SHARE = 0.1

/**
 * Returns a period that fits the last five gaps between runs better than the current one, in milliseconds. Null if the
 * current period fits, or if the gaps are too irregular.
 *
 * A period that is too short makes a heartbeat late although its job runs. With a period that is more than twice as
 * long as the longest gap, Mon notices late that the job does not run.
 *
 * @param begins The times at which the last runs began, oldest first. Unix time in milliseconds.
 *
 * @example
 * ```ts
 * const begins = [0, 1, 2, 3, 4, 5].map((hour) => hour * 3_600_000)
 * advisePeriod({ everyMs: 60_000, lateAfterMs: 60_000 }, begins) // => 3_600_000
 * ```
 */
export const advisePeriod = (
  { everyMs, lateAfterMs }: { readonly everyMs: number; readonly lateAfterMs: number },
  begins: ReadonlyArray<number>
): number | null => {
  const gaps = begins
    .slice(1)
    .map((begin, index) => begin - (begins[index] ?? begin))
    .slice(-GAPS)
  if (gaps.length < GAPS) return null
  const [shortest, longest] = [Math.min(...gaps), Math.max(...gaps)]
  const fits = longest <= everyMs + lateAfterMs && everyMs <= 2 * longest
  if (fits || shortest < longest / 2) return null
  const usual = PERIODS.find((period) => Math.abs(period - longest) <= period * SAME_SHARE)
  return usual ?? Math.ceil(longest / MINUTE) * MINUTE
}
