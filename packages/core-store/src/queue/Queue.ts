import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { PgBoss } from "pg-boss"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { deleteBatch } from "../sql/deleteBatch.ts"
import { StoreError, storeError } from "../sql/StoreError.ts"
import { ambientDatabase, poolDatabase, within } from "./bossDatabase.ts"
import { makeDueJobs } from "./dueJobs.ts"
import { consume, type SendOptions } from "./consume.ts"
import type { Handler } from "./JobHandler.ts"
import { deadLetterName, type QueueDefinition } from "./QueueDefinition.ts"

/** When a job runs, and the key that it is unique for. */
export interface EnqueueOptions {
  /** For keyed queues: at most one job of a key waits or runs at a time. */
  readonly key?: string
  /** Milliseconds since the epoch. Default: now. */
  readonly startAt?: number
  /** Counts from 1. */
  readonly attempt?: number
  /**
   * The account that the job is done for: one account has at most half of a process's running jobs of a queue while
   * others wait. Default: the job belongs to no account.
   */
  readonly account?: string
}

/** How a process consumes a queue. */
export interface ConsumeOptions {
  /** Jobs handled at once by this process. */
  readonly concurrency: number
  /** Time between two fetches when the first found no job. Default: 500 ms. */
  readonly pollMs?: number
  /** How long running handlers may take to finish when the scope closes; unfinished jobs run again. Default: 8 s. */
  readonly drainMs?: number
}

export interface QueueOptions {
  /** Interval at which jobs of dead workers are detected. */
  readonly superviseSeconds: number
  /** Timeout for each call of the database, and for each transaction that fetches or settles jobs. */
  readonly answerTimeoutMs: number
}

/** Jobs of a queue by state; `waiting` and `dead` (in the dead-letter queue) are counted up to 100,000. */
export interface QueueCounts {
  readonly waiting: number
  readonly running: number
  readonly dead: number
}

/**
 * Jobs in PostgreSQL, on pg-boss. A job is enqueued in the caller's transaction and runs at least once: again when its
 * worker dies. Effects that must happen once go through `once`.
 */
export class Queue extends Context.Service<
  Queue,
  {
    /**
     * Creates the queue and its dead-letter queue unless they exist. Producers and consumers call it when they start.
     */
    readonly declare: <A extends object>(queue: QueueDefinition<A>) => Effect.Effect<void, StoreError>
    /** Adds a job, in the caller's transaction when there is one. False: a job of this key already waits or runs. */
    readonly enqueue: <A extends object>(
      queue: QueueDefinition<A>,
      payload: A,
      options?: EnqueueOptions
    ) => Effect.Effect<boolean, StoreError>
    /**
     * Adds a job in its stored form, which `StoredJobs` has read from a dead-letter queue. False: the queue does
     * not exist, or a job of this key already waits or runs.
     */
    readonly resend: (
      queue: string,
      stored: object,
      options: { readonly key: string; readonly account?: string }
    ) => Effect.Effect<boolean, StoreError>
    /** Starts due jobs of this process's consumers now, instead of at their next poll. Call it after a commit. */
    readonly wake: Effect.Effect<void>
    /**
     * Runs a handler for the jobs of a queue until the scope closes; then running handlers finish and no new ones
     * start.
     */
    readonly consume: <A extends object, E, R>(
      queue: QueueDefinition<A>,
      handler: Handler<A, E, R>,
      options: ConsumeOptions
    ) => Effect.Effect<void, StoreError, R | Scope.Scope>
    /** Enqueues a payload by a cron expression (five fields) in a time zone, once for all processes. */
    readonly schedule: <A extends object>(
      queue: QueueDefinition<A>,
      cron: string,
      payload: A,
      timezone?: string
    ) => Effect.Effect<void, StoreError>
    /** Runs an effect at most once per key: its writes and the key are one transaction. Null when it has run before. */
    readonly once: <A, E, R>(key: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A | null, E | StoreError, R>
    /** Deletes at most `limit` keys of `once` that are older than `days`; returns how many. */
    readonly purgeOnceKeys: (days: number, limit: number) => Effect.Effect<number, StoreError>
    readonly counts: <A extends object>(queue: QueueDefinition<A>) => Effect.Effect<QueueCounts, StoreError>
  }
>()("@mon/core-store/Queue") {
  static readonly layerWith = (
    options: QueueOptions
  ): Layer.Layer<Queue, StoreError, SqlClient.SqlClient | PostgresJs> =>
    Layer.effect(
      Queue,
      Effect.suspend(() => makeQueue(options))
    )

  static readonly layer = Queue.layerWith({ superviseSeconds: 30, answerTimeoutMs: 10_000 })
}

/** Connections of this process for the queue alone, in addition to one for scripts of several statements. */
const bossConnections = 2

/** How long settled jobs are stored: a week. */
const settledRetentionSeconds = 7 * 86_400

/** How often pg-boss itself restarts a job whose worker died, in addition to the retries of its queue. */
const deathsSurvived = 5

/** Counting stops here, so that it stays fast for a long queue. */
const COUNT_LIMIT = 100_000

const makeQueue = Effect.fnUntraced(function* ({ answerTimeoutMs, superviseSeconds }: QueueOptions) {
  const sql = yield* SqlClient.SqlClient
  const { open } = yield* PostgresJs
  const attempt = <A>(operation: string, run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, StoreError> =>
    Effect.tryPromise({
      try: (signal) => within(answerTimeoutMs, run(signal)),
      catch: (cause) => new StoreError({ reason: "Unavailable", operation, cause })
    })
  const connect = (max: number) =>
    Effect.acquireRelease(
      Effect.sync(() => open(max)),
      (opened) => Effect.promise(() => opened.end({ timeout: 1 }))
    )
  const pool = yield* connect(bossConnections)
  const scripts = yield* connect(1)
  const boss = new PgBoss({
    db: poolDatabase(pool, scripts),
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    persistQueueStats: false
  })
  boss.on("error", () => {})
  yield* Effect.acquireRelease(
    attempt("Queue.start", () => boss.start()),
    () => Effect.ignore(attempt("Queue.stop", () => boss.stop({ graceful: false, close: false })))
  )

  const dueJobs = yield* makeDueJobs(sql, answerTimeoutMs)

  const declare: Queue["Service"]["declare"] = Effect.fn("Queue.declare")(function* (queue) {
    const retention = { deleteAfterSeconds: settledRetentionSeconds, retentionSeconds: settledRetentionSeconds * 4 }
    yield* attempt("Queue.declare", async () => {
      await boss.createQueue(deadLetterName(queue), { policy: "standard", ...retention })
      await boss.createQueue(queue.name, {
        policy: queue.keyed ? "exclusive" : "standard",
        deadLetter: deadLetterName(queue),
        expireInSeconds: queue.expireInSeconds,
        retryLimit: deathsSurvived,
        retryDelay: 0,
        ...retention
      })
    })
  })

  const send = Effect.fnUntraced(function* (name: string, data: object, { account, ...options }: SendOptions) {
    const context = yield* Effect.context<never>()
    const group = account === undefined ? {} : { group: { id: account } }
    return yield* attempt("Queue.enqueue", (signal) =>
      boss.send(name, data, { ...options, ...group, db: ambientDatabase(sql, context, signal) })
    )
  })

  const enqueue: Queue["Service"]["enqueue"] = Effect.fn("Queue.enqueue")(function* (queue, payload, options = {}) {
    const encoded = yield* Effect.orDie(Schema.encodeUnknownEffect(queue.payload)(payload))
    const id = yield* send(
      queue.name,
      { attempt: options.attempt ?? 1, payload: encoded },
      {
        ...(options.startAt === undefined ? {} : { startAfter: new Date(options.startAt) }),
        ...(queue.keyed ? { singletonKey: options.key ?? "" } : {}),
        ...(options.account === undefined ? {} : { account: options.account })
      }
    )
    return id !== null
  })

  const once = <A, E, R>(key: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A | null, E | StoreError, R> =>
    sql
      .withTransaction(
        Effect.gen(function* () {
          const rows =
            yield* sql`insert into handled_effect (key) values (${key}) on conflict (key) do nothing returning 1`
          return rows.length === 0 ? null : yield* effect
        })
      )
      .pipe(
        Effect.mapError((error) => (isSqlError(error) ? storeError("Queue.once")(error) : error)),
        Effect.withSpan("Queue.once")
      )

  return Queue.of({
    declare,
    enqueue,
    once,
    consume: (queue, handler, options) =>
      Effect.andThen(
        declare(queue),
        consume({
          boss,
          queue,
          handler,
          options,
          now: Clock.currentTimeMillis,
          dueJobs,
          sql,
          ambientDatabase,
          answerTimeoutMs,
          attempt,
          send
        })
      ),
    resend: Effect.fn("Queue.resend")(function* (name, stored, { account, key }) {
      const known = yield* attempt("Queue.resend", () => boss.getQueue(name))
      if (known === null) return false
      const id = yield* send(name, stored, {
        ...(known.policy === "exclusive" ? { singletonKey: key } : {}),
        ...(account === undefined ? {} : { account })
      })
      return id !== null
    }),
    wake: dueJobs.wake,
    schedule: Effect.fn("Queue.schedule")(function* (queue, cron, payload, timezone = "UTC") {
      const encoded = yield* Effect.orDie(Schema.encodeUnknownEffect(queue.payload)(payload))
      yield* declare(queue)
      yield* attempt("Queue.schedule", () =>
        boss.schedule(
          queue.name,
          cron,
          { attempt: 1, payload: encoded },
          { tz: timezone, ...(queue.keyed ? { singletonKey: "cron" } : {}) }
        )
      )
    }),
    purgeOnceKeys: Effect.fn("Queue.purgeOnceKeys")(
      (days: number, limit: number) =>
        deleteBatch(sql, {
          table: "handled_effect",
          key: "key",
          where: sql`handled_at < mon_now() - ${days}::int * interval '1 day'`,
          limit
        }),
      Effect.mapError(storeError("Queue.purgeOnceKeys"))
    ),
    counts: Effect.fn("Queue.counts")(
      function* (queue) {
        // The conditions match partial indexes of pg-boss, so that a week of settled jobs is not scanned.
        const due = (name: string) => sql`
        (select count(*)::int from (select from pgboss.job where name = ${name} and state < 'active' and not blocked limit ${COUNT_LIMIT}) as job)`
        const exclusive = queue.keyed ? sql`and policy = 'exclusive'` : sql``
        const [row] = yield* sql<QueueCounts>`
        select ${due(queue.name)} as waiting, ${due(deadLetterName(queue))} as dead,
          (select count(*)::int from pgboss.job where name = ${queue.name} and state = 'active' ${exclusive}) as running`
        return row ?? { waiting: 0, running: 0, dead: 0 }
      },
      Effect.mapError(storeError("Queue.counts"))
    )
  })
})
