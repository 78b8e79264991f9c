import type { ResponseTime } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { StoreError } from "../../sql/StoreError.ts"
import { toResponseTime } from "./ResponseBucket.ts"
import { codeLiteral, kindCodes } from "../monitors/MonitorCodes.ts"

/** The checks of a domain between two times, summed up. */
export interface DomainSummary {
  /** Public id. */
  readonly id: string
  /** Share of the watched time in state up or down; null when there was none. */
  readonly uptimePercent: number | null
  /** All checks, the successful ones (`up`) and the failed ones (`down`); the rest has no verdict. */
  readonly checks: number
  readonly up: number
  readonly down: number
  /** Milliseconds; null without a successful check. */
  readonly responseTime: ResponseTime | null
}

/** Hourly roll-ups of checks: percentiles and counts are read from them, never from the checks themselves. */
export class RollUps extends Context.Service<
  RollUps,
  {
    /**
     * All domains of an account from one time (inclusive) to another (exclusive), in milliseconds since the epoch.
     * Checks and response times are those of the hours that begin in between; uptime is exact.
     */
    readonly between: (
      accountKey: string,
      from: number,
      to: number
    ) => Effect.Effect<ReadonlyArray<DomainSummary>, StoreError>
    /** Creates the partitions of the coming months; returns how many. */
    readonly ensurePartitions: (monthsAhead: number) => Effect.Effect<number, StoreError>
    /** Drops the partitions of months that ended more than `days` ago; returns how many. */
    readonly purge: (days: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/RollUps") {}

interface Row {
  readonly id: string
  readonly uptime: number | null
  readonly checks: number
  readonly up: number
  readonly down: number
  readonly response: ReadonlyArray<number> | null
}

const between = (sql: SqlClient.SqlClient): RollUps["Service"]["between"] =>
  operation("RollUps.between", function* (accountKey, from, to) {
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
      where m.account_id = ${accountKey}::bigint and m.kind = ${codeLiteral(sql, kindCodes.domain)} and m.deleted_at is null
      order by m.id`
    return rows.map(({ response, uptime, ...counts }) => ({
      ...counts,
      uptimePercent: uptime,
      responseTime: toResponseTime(response)
    }))
  })

const counted = (rows: ReadonlyArray<{ readonly n: number }>) => rows[0]?.n ?? 0

/** {@link RollUps} over PostgreSQL. */
export const layerRollUps: Layer.Layer<RollUps, never, SqlClient.SqlClient> = Layer.effect(
  RollUps,
  Effect.map(SqlClient.SqlClient, (sql) =>
    RollUps.of({
      between: between(sql),
      ensurePartitions: operation("RollUps.ensurePartitions", (monthsAhead: number) =>
        Effect.map(sql<{ n: number }>`select ensure_hour_partitions(${monthsAhead}::int) as n`, counted)
      ),
      purge: operation("RollUps.purge", (days: number) =>
        Effect.map(sql<{ n: number }>`select drop_hour_partitions(${days}::int) as n`, counted)
      )
    })
  )
)
