import type { ResponseTime } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { replicatedReads } from "../sql/ReadReplica.ts"
import { isOfKind } from "./statements/MonitorCodes.ts"

/** The relative error of stored response times, which are logarithmic buckets (DDSketch, Masson et al., VLDB 2019). */
const RELATIVE_ERROR = 0.01
const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR)
/**
 * The width of a bucket on the logarithmic scale. The bucket of a response time is the natural logarithm of the time,
 * divided by this width and rounded up.
 */
export const LN_GAMMA = Math.log(GAMMA)

const MICROS_PER_MILLI = 1_000

/**
 * Returns the bucket of a response time in microseconds. Responses in less than one microsecond count as one
 * microsecond.
 */
export const responseBucket = (us: number): number => Math.ceil(Math.log(Math.max(us, 1)) / LN_GAMMA)

export const bucketMs = (bucket: number): number =>
  Math.round(((2 * GAMMA ** bucket) / (GAMMA + 1) / MICROS_PER_MILLI) * 10) / 10

export const toResponseTime = (buckets: ReadonlyArray<number> | null) => {
  if (buckets === null) return null
  const [p50 = 0, p95 = 0, p99 = 0] = buckets.map(bucketMs)
  return { p50, p95, p99 }
}

/** A summary of a domain's checks between two times. */
export interface DomainSummary {
  readonly id: string
  /** The share of the watched time in which the state was up, in percent. Null if there was no watched time. */
  readonly uptimePercent: number | null
  /**
   * The numbers of all checks, of successful checks (`up`) and of failed checks (`down`). The remaining checks have no
   * verdict.
   */
  readonly checks: number
  readonly up: number
  readonly down: number
  /** The response times in milliseconds. Null if no check was successful. */
  readonly responseTime: ResponseTime | null
}

interface Row {
  readonly id: string
  readonly uptime: number | null
  readonly checks: number
  readonly up: number
  readonly down: number
  readonly response: ReadonlyArray<number> | null
}

const between = (sql: SqlClient.SqlClient) =>
  operation("RollUps.between", function* (accountKey: string, from: number, to: number): Returns<
    ReadonlyArray<DomainSummary>
  > {
    const rows = yield* sql<Row>`
      with period as (
        select ${new Date(from).toISOString()}::timestamptz as starts, ${new Date(to).toISOString()}::timestamptz as ends
      )
      select m.public_id as id, watched_uptime(m.id, p.starts, p.ends) as uptime,
        response_percentiles(m.id, p.starts, p.ends) as response,
        coalesce(h.checks, 0)::int as checks, coalesce(h.up, 0)::int as up, coalesce(h.down, 0)::int as down
      from period p cross join monitor m
      cross join lateral (
        select sum(checks) as checks, sum(up) as up, sum(down) as down from (
          select checks, up, down from check_hour where monitor_id = m.id and hour >= p.starts and hour < p.ends
          union all
          select hour_checks, hour_up, hour_down from monitor_schedule
          where monitor_id = m.id and hour_at >= p.starts and hour_at < p.ends
        ) x
      ) h
      where m.account_id = ${accountKey}::bigint and ${sql.literal(isOfKind("m", "domain"))} and m.deleted_at is null
      order by m.id`
    return rows.map(({ response, uptime, ...counts }) => ({
      ...counts,
      uptimePercent: uptime,
      responseTime: toResponseTime(response)
    }))
  })

const counted = (rows: ReadonlyArray<{ readonly n: number }>) => rows[0]?.n ?? 0

/** Hourly roll-ups of checks. Percentiles and counts are computed from the roll-ups, and never from single checks. */
export class RollUps extends Context.Service<RollUps>()("@mon/core-store/RollUps", {
  make: Effect.map(Effect.all([SqlClient.SqlClient, replicatedReads]), ([sql, replicated]) => ({
    /**
     * Returns a summary of each domain of an account, from one time (inclusive) to another (exclusive), in milliseconds
     * since the epoch. Checks and response times are counted for the hours that begin in this period. The uptime is
     * exact.
     */
    between: replicated(between),
    /** Creates the partitions of the coming months. Returns the number of created partitions. */
    ensurePartitions: operation("RollUps.ensurePartitions", (monthsAhead: number) =>
      Effect.map(sql<{ n: number }>`select ensure_hour_partitions(${monthsAhead}::int) as n`, counted)
    ),
    /** Drops the partitions of months that ended more than `days` ago. Returns the number of dropped partitions. */
    purge: operation("RollUps.purge", (days: number) =>
      Effect.map(sql<{ n: number }>`select drop_hour_partitions(${days}::int) as n`, counted)
    )
  }))
}) {
  static readonly layer = Layer.effect(RollUps, RollUps.make)
}
