import { bucketMs } from "../rollups/ResponseBucket.ts"
import { WHOLE_DAY } from "./rollUpDays.ts"

/** The values of one bucket, in the order of `timelineFields`. */
export type Bucket = ReadonlyArray<number | null>

/** Checks of a bucket, from the checks themselves. Times are microseconds. */
export interface LiveRow {
  /** Unix seconds. */
  readonly start: number
  readonly checks: number
  readonly up: number
  readonly down: number
  readonly percentiles: ReadonlyArray<number> | null
  readonly phases: ReadonlyArray<number | null>
}

/** A row of `check_day`. */
export interface DayRow {
  /** Start of the day in Unix seconds. */
  readonly start: number
  readonly hours: ReadonlyArray<number>
}

const SECONDS_PER_HOUR = 3_600
const SECONDS_PER_DAY = 86_400
/** Values of an hour in `check_day`, and how many of them are no times. */
const STRIDE = 12
const COUNTS = 4

const milliseconds = (us: number | null | undefined): number | null =>
  us === null || us === undefined ? null : Math.round(us / 100) / 10

/** A bucket from checks. */
export const liveBucket = ({ checks, down, percentiles, phases, start, up }: LiveRow): Bucket => [
  start,
  checks,
  up,
  down,
  ...[0, 1, 2].map((index) => milliseconds(percentiles?.[index])),
  ...phases.map(milliseconds)
]

/** The buckets of a rolled-up day: the day as one, or its hours from a time in Unix seconds on. */
export const dayBuckets = ({ hours, start }: DayRow, bucketSeconds: number, from: number): ReadonlyArray<Bucket> => {
  const buckets: Array<Bucket> = []
  for (let at = 0; at + STRIDE <= hours.length; at += STRIDE) {
    const [hour = 0, ...values] = hours.slice(at, at + STRIDE)
    const isDay = hour === WHOLE_DAY
    if (isDay !== (bucketSeconds === SECONDS_PER_DAY)) continue
    const begins = isDay ? start : start + hour * SECONDS_PER_HOUR
    if (begins < from) continue
    const times = values.slice(COUNTS - 1).map((bucket) => (bucket < 0 ? null : bucketMs(bucket)))
    buckets.push([begins, ...values.slice(0, COUNTS - 1), ...times])
  }
  return buckets
}
