import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { codeLiteral, domainStateCodes } from "../../monitors/statements/MonitorCodes.ts"
import { bucketMs } from "../../monitors/RollUps.ts"
import { WHOLE_DAY } from "./rollUpDays.ts"

/** The values of one bucket, in the order of `timelineFields`. */
export type Bucket = ReadonlyArray<number | null>

/** A bucket that is calculated from checks. Times are microseconds. */
interface LiveRow {
  /** The start of the bucket in Unix seconds. */
  readonly start: number
  readonly checks: number
  readonly up: number
  readonly down: number
  readonly percentiles: ReadonlyArray<number> | null
  readonly phases: ReadonlyArray<number | null>
}

interface DayRow {
  /** The start of the day in Unix seconds. */
  readonly start: number
  readonly hours: ReadonlyArray<number>
}

const SECONDS_PER_HOUR = 3_600
const SECONDS_PER_DAY = 86_400
/** The number of values that `check_day` stores for an hour. The first `COUNTS` of these values are not times. */
const STRIDE = 12
const COUNTS = 4

const milliseconds = (us: number | null | undefined): number | null =>
  us === null || us === undefined ? null : Math.round(us / 100) / 10

const liveBucket = ({ checks, down, percentiles, phases, start, up }: LiveRow): Bucket => [
  start,
  checks,
  up,
  down,
  ...[0, 1, 2].map((index) => milliseconds(percentiles?.[index])),
  ...phases.map(milliseconds)
]

/**
 * Returns the buckets of a rolled-up day that begin at or after the time `from` in Unix seconds: the day as one bucket,
 * or the hours of the day.
 */
const dayBuckets = ({ hours, start }: DayRow, bucketSeconds: number, from: number): ReadonlyArray<Bucket> => {
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

/** `from` is in Unix seconds. */
const selectLiveBuckets = (sql: SqlClient.SqlClient) => {
  const up = codeLiteral(sql, domainStateCodes.up)
  const down = codeLiteral(sql, domainStateCodes.down)
  return (key: string, from: number, bucketSeconds: number) => sql<LiveRow>`
    select floor(extract(epoch from checked_at) / ${bucketSeconds}::int)::float8 * ${bucketSeconds}::int as start,
      count(*)::int as checks,
      (count(*) filter (where verdict = ${up}))::int as up, (count(*) filter (where verdict = ${down}))::int as down,
      percentile_disc(array[0.5, 0.95, 0.99]) within group (order by response_us) filter (where verdict = ${up}) as percentiles,
      array[avg(dns_us) filter (where verdict = ${up}), avg(connect_us) filter (where verdict = ${up}),
        avg(tls_us) filter (where verdict = ${up}), avg(wait_us) filter (where verdict = ${up}),
        avg(download_us) filter (where verdict = ${up})]::float8[] as phases
    from check_history where monitor_id = ${key}::bigint and checked_at >= to_timestamp(${from}::float8) and checked_at <= mon_now()
    group by 1 order by 1`
}

/** `from` and `until` are Unix seconds. */
const selectRolledUpDays = (sql: SqlClient.SqlClient) => (key: string, from: number, until: number) =>
  sql<DayRow>`
    select extract(epoch from day)::float8 as start, hours from check_day
    where monitor_id = ${key}::bigint and day >= to_timestamp(${from}::float8)::date and day < to_timestamp(${until}::float8)::date
    order by day`

/** A range of buckets to read. Times are Unix seconds. */
interface BucketRange {
  readonly start: number
  readonly bucketSeconds: number
  /** The time before which buckets are read from rolled-up days instead of checks. */
  readonly liveFrom: number
}

/**
 * Reads the buckets of a monitor from a given time until now, oldest first. Rolled-up days come first, then buckets
 * that are calculated from checks.
 */
export const readBuckets = (sql: SqlClient.SqlClient) => {
  const live = selectLiveBuckets(sql)
  const rolledUp = selectRolledUpDays(sql)
  return Effect.fnUntraced(function* (key: string, { bucketSeconds, liveFrom, start }: BucketRange) {
    const midnight = Math.floor(start / SECONDS_PER_DAY) * SECONDS_PER_DAY
    const days = liveFrom > start ? yield* rolledUp(key, midnight, liveFrom) : []
    const checks = yield* live(key, liveFrom, bucketSeconds)
    return [...days.flatMap((day) => dayBuckets(day, bucketSeconds, start)), ...checks.map(liveBucket)]
  })
}
