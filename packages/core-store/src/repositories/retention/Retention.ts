import type { RetentionDays } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { StoreError } from "../../sql/StoreError.ts"
import { purgeDeletedMonitors } from "./deletedMonitors.ts"
import { purgeExpired } from "./expiredRows.ts"

/**
 * Deletes old rows. Ages are days; `limit` bounds one call, and the next call deletes the rest. Several processes may
 * call at the same time.
 */
export class Retention extends Context.Service<
  Retention,
  {
    /**
     * Drops old daily partitions of the history, and at most `limit` old checks outside of them; returns how many
     * partitions.
     */
    readonly purgeHistory: (days: number, limit: number) => Effect.Effect<number, StoreError>
    /** Deletes notifications with their deliveries; returns how many. */
    readonly purgeNotifications: (days: number, limit: number) => Effect.Effect<number, StoreError>
    /** Deletes emails from the outbox; returns how many. */
    readonly purgeEmails: (days: number, limit: number) => Effect.Effect<number, StoreError>
    /**
     * Deletes at most `limit` rows of each table without a task of its own, such as incidents and changes of pages;
     * returns how many.
     */
    readonly purgeExpired: (days: RetentionDays, limit: number) => Effect.Effect<number, StoreError>
    /** Deletes monitors that were deleted `days` ago, with everything that belongs to them; returns how many rows. */
    readonly purgeDeletedMonitors: (days: number, limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Retention") {}

/** Partitions that one call drops: while one is dropped, no result can be recorded. */
const DAYS_AT_ONCE = 10
/** Recording results has priority: a partition that cannot be locked in time is dropped by the next call. */
const LOCK_TIMEOUT = "2s"

const counted = (rows: ReadonlyArray<unknown>): number => rows.length

const purgeHistory = (sql: SqlClient.SqlClient): Retention["Service"]["purgeHistory"] =>
  operation("Retention.purgeHistory", function* (days, limit) {
    yield* sql`
      delete from check_history_default where (monitor_id, checked_at) in (
        select monitor_id, checked_at from check_history_default
        where checked_at < mon_now() - ${days}::int * interval '1 day' limit ${limit})`
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [turn] = yield* sql<{
          mine: boolean
        }>`select pg_try_advisory_xact_lock(hashtext('check_history')) as mine`
        if (turn?.mine !== true) return 0
        yield* sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`
        const [row] = yield* sql<{ n: number }>`
            select drop_history_partitions(${days}::int, ${DAYS_AT_ONCE}::int) as n`
        return row?.n ?? 0
      })
    )
  })

/** {@link Retention} over PostgreSQL. */
export const layerRetention: Layer.Layer<Retention, never, SqlClient.SqlClient> = Layer.effect(
  Retention,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Retention.of({
      purgeHistory: purgeHistory(sql),
      purgeExpired: purgeExpired(sql),
      purgeDeletedMonitors: purgeDeletedMonitors(sql),
      purgeNotifications: operation("Retention.purgeNotifications", (days: number, limit: number) =>
        Effect.map(
          sql`
          delete from notification where id in (
            select id from notification where created_at < mon_now() - ${days}::int * interval '1 day'
            order by id limit ${limit} for update skip locked)
          returning 1`,
          counted
        )
      ),
      purgeEmails: operation("Retention.purgeEmails", (days: number, limit: number) =>
        Effect.map(
          sql`
          delete from email_outbox where id in (
            select id from email_outbox where created_at < mon_now() - ${days}::int * interval '1 day'
            order by id limit ${limit} for update skip locked)
          returning 1`,
          counted
        )
      )
    })
  )
)
