import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { deleteBatch } from "../sql/deleteBatch.ts"
import { operation } from "../sql/operation.ts"

/** The rate limit of attempts: `free` attempts need no wait, and then the wait doubles with each attempt. */
export interface AttemptPolicy {
  readonly free: number
  readonly firstWaitSeconds: number
  readonly longestWaitSeconds: number
}

/** The time without an attempt after which the count of a bucket starts again, and the bucket may be deleted. */
const RETENTION_SECONDS = 86_400
/** The largest exponent of the wait. A wait of 2 to this power seconds is longer than any configured wait. */
const MOST_DOUBLINGS = 20

/**
 * SQL for the time of the next attempt, if the attempt may follow immediately. With the current time, concurrent
 * attempts would be refused, because each attempt waits for the row and then compares the stored time with its own,
 * earlier time.
 */
const atOnce = (sql: SqlClient.SqlClient) => sql.literal("'-infinity'::timestamptz")

const wait = (sql: SqlClient.SqlClient, { firstWaitSeconds, free, longestWaitSeconds }: AttemptPolicy) =>
  sql`make_interval(secs => case when a.attempts < ${free}::int then 0 else least(
    ${firstWaitSeconds}::float8 * power(2, least(a.attempts - ${free}::int, ${MOST_DOUBLINGS}::int)), ${longestWaitSeconds}::float8) end)`

/** One statement decides and counts, so that concurrent attempts cannot exceed the limit. */
const takeAttempt = (sql: SqlClient.SqlClient) =>
  operation("RateLimitedAttempts.take", function* (bucket: Uint8Array, policy: AttemptPolicy) {
    const afterFirst =
      policy.free > 1 ? atOnce(sql) : sql`mon_now() + make_interval(secs => ${policy.firstWaitSeconds}::int)`
    const counted = yield* sql`
      insert into attempt_limit as a (bucket, attempts, free_at, last_at) values (${bucket}, 1, ${afterFirst}, mon_now())
      on conflict (bucket) do update set
        attempts = case when a.last_at < mon_now() - make_interval(secs => ${RETENTION_SECONDS}::int) then 1 else a.attempts + 1 end,
        free_at = case when a.last_at < mon_now() - make_interval(secs => ${RETENTION_SECONDS}::int) then ${afterFirst}
          when a.attempts < ${policy.free}::int - 1 then ${atOnce(sql)}
          else mon_now() + ${wait(sql, { ...policy, free: policy.free - 1 })} end,
        last_at = mon_now()
      where a.free_at <= mon_now()
      returning 1`
    if (counted.length > 0) return 0
    const [row] = yield* sql<{ readonly seconds: number }>`
      select ceil(extract(epoch from free_at - mon_now()))::int as seconds from attempt_limit where bucket = ${bucket}`
    return Math.max(1, row?.seconds ?? 1)
  })

/**
 * Rate-limited attempts, such as entering passwords. All processes share the counts. Buckets are identified by a
 * SHA-256.
 */
export class RateLimitedAttempts extends Context.Service<RateLimitedAttempts>()("@mon/core-store/RateLimitedAttempts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Counts an attempt and returns 0. If the caller must wait first, returns the seconds to wait and counts nothing.
     */
    take: takeAttempt(sql),
    /** Takes back the count of an attempt, because the attempt succeeded. */
    forgive: operation("RateLimitedAttempts.forgive", function* (bucket: Uint8Array) {
      yield* sql`update attempt_limit set attempts = greatest(attempts - 1, 0), free_at = ${atOnce(sql)} where bucket = ${bucket}`
    }),
    /** Forgets all attempts of a bucket. */
    clear: operation("RateLimitedAttempts.clear", function* (bucket: Uint8Array) {
      yield* sql`delete from attempt_limit where bucket = ${bucket}`
    }),
    /** Deletes at most `limit` buckets without an attempt in the last day. Returns the number of deleted buckets. */
    purgeOld: operation("RateLimitedAttempts.purgeOld", (limit: number) =>
      deleteBatch(sql, {
        table: "attempt_limit",
        key: "bucket",
        where: sql`last_at < mon_now() - make_interval(secs => ${RETENTION_SECONDS}::int)`,
        limit
      })
    )
  }))
}) {
  static readonly layer = Layer.effect(RateLimitedAttempts, RateLimitedAttempts.make)
}
