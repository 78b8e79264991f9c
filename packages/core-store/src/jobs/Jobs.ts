import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"
import type { QueueDefinition } from "./QueueDefinition.ts"

/** The start time of a job, and the key under which the job is unique. */
export interface EnqueueOptions {
  /** The key of a job in a keyed queue. At most one job with the same key waits or runs at a time. */
  readonly key?: string
  /** The start time, in milliseconds since the epoch. Default: now. */
  readonly startAt?: number
}

/** A job that is leased to the caller. The key is internal. */
export interface TakenJob {
  readonly key: string
  readonly leaseToken: string
  /** The number of the attempt, counted from 1. */
  readonly attempt: number
  /** The stored payload, not decoded. */
  readonly payload: unknown
}

/** The numbers of jobs of a queue, by state. Each number is counted up to 100,000. `dead`: no attempts are left. */
export interface QueueCounts {
  readonly waiting: number
  readonly running: number
  readonly dead: number
}

const DIED = "Its worker ended during every attempt, or the job took too long."

/**
 * The number of times that a job may be taken in addition to its regular attempts, because its workers ended. After
 * that, the job is dead.
 */
const DEATHS_SURVIVED = 5

/** The number at which counting stops, so that counting stays fast for a long queue. */
export const COUNT_LIMIT = 100_000

export const jobDueAt = "greatest(next_at, lease_until)"

const take = (sql: SqlClient.SqlClient) =>
  operation("Jobs.take", function* (queue: Pick<QueueDefinition<object>, "name" | "expireInSeconds">, limit: number) {
    const token = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    return yield* sql<TakenJob>`
        with due as (
          select id, takes - attempt >= ${DEATHS_SURVIVED}::int as died from job
          where queue = ${queue.name} and dead_at is null and ${sql.literal(jobDueAt)} <= mon_now()
          order by ${sql.literal(jobDueAt)}, id limit ${limit} for update skip locked
        ), dead as (
          update job j set dead_at = mon_now(), why = ${DIED}, lease_until = null, lease_token = null
          from due where j.id = due.id and due.died
        )
        update job j set takes = j.takes + 1, lease_token = ${token}::uuid,
          lease_until = mon_now() + ${queue.expireInSeconds}::int * interval '1 second'
        from due where j.id = due.id and not due.died
        returning j.id::text as key, j.lease_token as "leaseToken", j.attempt, j.payload`
  })

const isOurs = (sql: SqlClient.SqlClient, { key, leaseToken }: TakenJob) =>
  sql`id = ${key}::bigint and lease_token = ${leaseToken}::uuid and dead_at is null`

/**
 * Jobs in PostgreSQL. A job is work that is done once, at a given time. The messages of alerts are not jobs. A job is
 * enqueued in the caller's transaction. A job runs at least once, and again if its worker ends. A finished job is
 * deleted.
 */
export class Jobs extends Context.Service<Jobs>()("@mon/core-store/Jobs", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Adds a job, in the caller's transaction if there is one. Returns false if a job with this key already waits or
     * runs.
     */
    enqueue: operation("Jobs.enqueue", function* <
      A extends object
    >(queue: QueueDefinition<A>, payload: A, { key, startAt }: EnqueueOptions = {}) {
      const encoded = yield* Effect.orDie(Schema.encodeUnknownEffect(queue.payload)(payload))
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const rows = yield* sql`
        insert into job (public_id, queue, key, payload, next_at)
        values (${id}::uuid, ${queue.name}, ${queue.keyed ? (key ?? "") : null}, ${JSON.stringify(encoded)}::text::jsonb,
          coalesce(${startAt === undefined ? null : new Date(startAt).toISOString()}::timestamptz, mon_now()))
        on conflict (queue, key) where dead_at is null do nothing
        returning 1`
      return rows.length > 0
    }),
    /**
     * Leases due jobs of a queue in the order of their due times. The lease lasts for the `expireInSeconds` of the
     * queue.
     */
    take: take(sql),
    /**
     * Deletes a job that is done. The methods `finish`, `retry`, `giveUp` and `giveBack` have no effect if the lease
     * belongs to another worker.
     */
    finish: operation("Jobs.finish", (job: TakenJob) => Effect.asVoid(sql`delete from job where ${isOurs(sql, job)}`)),
    /** Ends an attempt that failed. The next attempt is due after `afterMs` milliseconds. */
    retry: operation("Jobs.retry", (job: TakenJob, afterMs: number) =>
      Effect.asVoid(sql`
        update job set attempt = attempt + 1, next_at = mon_now() + ${afterMs}::double precision * interval '1 millisecond',
          lease_until = null, lease_token = null
        where ${isOurs(sql, job)}`)
    ),
    /** Marks a job as dead, so that it is not attempted again. */
    giveUp: operation("Jobs.giveUp", (job: TakenJob, why: string) =>
      Effect.asVoid(sql`
        update job set dead_at = mon_now(), why = ${why}, lease_until = null, lease_token = null
        where ${isOurs(sql, job)}`)
    ),
    /** Returns leased jobs whose attempts did not begin, so that they are due immediately. */
    giveBack: operation("Jobs.giveBack", (jobs: ReadonlyArray<TakenJob>) =>
      Effect.asVoid(sql`
        update job set takes = takes - 1, lease_until = null, lease_token = null
        where id = any (${jobs.map(({ key }) => key)}::bigint[])
          and lease_token = any (${jobs.map(({ leaseToken }) => leaseToken)}::uuid[])`)
    ),
    counts: operation("Jobs.counts", function* (queue: string) {
      const [row] = yield* sql<QueueCounts>`
        select
          (select count(*)::int from (select from job where queue = ${queue} and dead_at is null
            and coalesce(lease_until <= mon_now(), true) limit ${COUNT_LIMIT}) w) as waiting,
          (select count(*)::int from (select from job where queue = ${queue} and dead_at is null
            and lease_until > mon_now() limit ${COUNT_LIMIT}) r) as running,
          (select count(*)::int from (select from job where queue = ${queue} and dead_at is not null
            limit ${COUNT_LIMIT}) d) as dead`
      return row ?? { waiting: 0, running: 0, dead: 0 }
    }),
    /** Deletes at most `limit` dead jobs older than `days`. Returns the number of deleted jobs. */
    purge: operation("Jobs.purge", function* (days: number, limit: number) {
      const rows = yield* sql`
        delete from job where id in (
          select id from job where dead_at < mon_now() - ${days}::int * interval '1 day'
          order by dead_at limit ${limit} for update skip locked)
        returning 1`
      return rows.length
    }),
    /** Moves jobs that processes of an earlier release still add to the schema `pgboss` into the current table. */
    adopt: operation("Jobs.adopt", () => Effect.asVoid(sql`select adopt_jobs()`))
  }))
}) {
  static readonly layer = Layer.effect(Jobs, Jobs.make)
}
