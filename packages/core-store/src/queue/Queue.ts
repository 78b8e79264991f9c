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
import { StoreError, storeError } from "../sql/StoreError.ts"
import { ambientDatabase, poolDatabase, within } from "./bossDatabase.ts"
import { consume } from "./consume.ts"
import type { Handler } from "./JobHandler.ts"
import { deadLetterName, type QueueDefinition } from "./QueueDefinition.ts"

/** When a job runs, and what it must not run beside. */
export interface EnqueueOptions {
  /** For keyed queues: of one key at most one job waits or runs. */
  readonly key?: string
  /** Milliseconds since the epoch; default now. */
  readonly startAt?: number
  /** Counts from 1. */
  readonly attempt?: number
}

/** How a process works through a queue. */
export interface ConsumeOptions {
  /** Jobs handled at once by this process. */
  readonly concurrency: number
  /** Wait between two searches for jobs when there were none. Default 500 ms. */
  readonly pollMs?: number
  /** How long running handlers may take to finish when the scope closes; what takes longer runs again. Default 8 s. */
  readonly drainMs?: number
}

export interface QueueOptions {
  /** How often jobs of dead workers are searched for. */
  readonly superviseSeconds: number
  /** How long an answer of the database is waited for, and a transaction that fetches or ends jobs. */
  readonly answerWithinMs: number
}

/** Jobs of a queue by state, those that wait up to 100,000; `dead`: gave up, in the dead-letter queue. */
export interface QueueCounts {
  readonly waiting: number
  readonly running: number
  readonly dead: number
}

/**
 * Jobs in PostgreSQL by pg-boss. A job is enqueued in the caller's transaction, runs at least once, and again after its
 * worker died; effects that must count once go through `once`.
 */
export class Queue extends Context.Service<
  Queue,
  {
    /** Makes the queue and its dead-letter queue when they are not there. Both ends call it when they start. */
    readonly declare: <A extends object>(queue: QueueDefinition<A>) => Effect.Effect<void, StoreError>
    /** Adds a job, with the caller's transaction when there is one. False: a job with this key waits or runs already. */
    readonly enqueue: <A extends object>(
      queue: QueueDefinition<A>,
      payload: A,
      options?: EnqueueOptions
    ) => Effect.Effect<boolean, StoreError>
    /** Runs a handler for the jobs of a queue until the scope closes; then running handlers finish, and no more begin. */
    readonly consume: <A extends object, E, R>(
      queue: QueueDefinition<A>,
      handler: Handler<A, E, R>,
      options: ConsumeOptions
    ) => Effect.Effect<void, StoreError, R | Scope.Scope>
    /** Enqueues a payload by a cron expression (five fields) in a time zone, once however many processes run. */
    readonly schedule: <A extends object>(
      queue: QueueDefinition<A>,
      cron: string,
      payload: A,
      timezone?: string
    ) => Effect.Effect<void, StoreError>
    /** Runs an effect at most once for a key: its writes and the key are one transaction. Null when it ran before. */
    readonly once: <A, E, R>(key: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A | null, E | StoreError, R>
    /** Purges keys of `once` that are older than so many days: their jobs are long over. Answers how many. */
    readonly purgeOnceKeys: (days: number) => Effect.Effect<number, StoreError>
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

  static readonly layer = Queue.layerWith({ superviseSeconds: 30, answerWithinMs: 10_000 })
}

/** Connections of this process that only the queue uses, beside one for texts of several statements. */
const bossConnections = 2

/** How many rows of a settled job's history are kept: a week. */
const keepSettledSeconds = 7 * 86_400

/** A job whose worker died is tried again by pg-boss itself this often, beside the schedule of its queue. */
const deathsSurvived = 5

/** A queue that is longer is long enough for everybody who asks. */
const MOST_COUNTED = 100_000

const makeQueue = Effect.fnUntraced(function* ({ answerWithinMs, superviseSeconds }: QueueOptions) {
  const sql = yield* SqlClient.SqlClient
  const { open } = yield* PostgresJs
  const attempt = <A>(operation: string, run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, StoreError> =>
    Effect.tryPromise({
      try: (signal) => within(answerWithinMs, run(signal)),
      catch: (cause) => new StoreError({ reason: "Unavailable", operation, cause })
    })
  const connect = (max: number) =>
    Effect.acquireRelease(
      Effect.sync(() => open(max)),
      (opened) => Effect.promise(() => opened.end({ timeout: 1 }))
    )
  const pool = yield* connect(bossConnections)
  const texts = yield* connect(1)
  const boss = new PgBoss({
    db: poolDatabase(pool, texts),
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    persistQueueStats: false
  })
  boss.on("error", () => {})
  yield* Effect.acquireRelease(
    attempt("Queue.start", () => boss.start()),
    () => Effect.ignore(attempt("Queue.stop", () => boss.stop({ graceful: false, close: false })))
  )

  const declare: Queue["Service"]["declare"] = Effect.fn("Queue.declare")(function* (queue) {
    const kept = { deleteAfterSeconds: keepSettledSeconds, retentionSeconds: keepSettledSeconds * 4 }
    yield* attempt("Queue.declare", async () => {
      await boss.createQueue(deadLetterName(queue), { policy: "standard", ...kept })
      await boss.createQueue(queue.name, {
        policy: queue.keyed ? "exclusive" : "standard",
        deadLetter: deadLetterName(queue),
        expireInSeconds: queue.expireInSeconds,
        retryLimit: deathsSurvived,
        retryDelay: 0,
        ...kept
      })
    })
  })

  const send = Effect.fnUntraced(function* (
    name: string,
    data: object,
    options: { readonly startAfter?: Date; readonly singletonKey?: string }
  ) {
    const context = yield* Effect.context<never>()
    return yield* attempt("Queue.enqueue", (signal) =>
      boss.send(name, data, { ...options, db: ambientDatabase(sql, context, signal) })
    )
  })

  const enqueue: Queue["Service"]["enqueue"] = Effect.fn("Queue.enqueue")(function* (queue, payload, options = {}) {
    const encoded = yield* Effect.orDie(Schema.encodeUnknownEffect(queue.payload)(payload))
    const id = yield* send(
      queue.name,
      { attempt: options.attempt ?? 1, payload: encoded },
      {
        ...(options.startAt === undefined ? {} : { startAfter: new Date(options.startAt) }),
        ...(queue.keyed ? { singletonKey: options.key ?? "" } : {})
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
          sql,
          ambientDatabase,
          answerWithinMs,
          attempt,
          send
        })
      ),
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
      function* (days) {
        const [row] = yield* sql<{ n: number }>`
        with gone as (delete from handled_effect where handled_at < mon_now() - ${days}::int * interval '1 day' returning 1)
        select count(*)::int as n from gone`
        return row?.n ?? 0
      },
      Effect.mapError(storeError("Queue.purgeOnceKeys"))
    ),
    counts: Effect.fn("Queue.counts")(
      function* (queue) {
        // Each by a partial index of pg-boss: settled jobs of a week lie beside those that wait.
        const due = (name: string) => sql`
        (select count(*)::int from (select from pgboss.job where name = ${name} and state < 'active' and not blocked limit ${MOST_COUNTED}) as job)`
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
