import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Db, JobWithMetadata, PgBoss } from "pg-boss"
import { isUnavailable, logUnavailable } from "../sql/OutageLog.ts"
import type { StoreError } from "../sql/StoreError.ts"
import type { Handler } from "./JobHandler.ts"
import { claimFairly, makeAccountShares } from "./AccountShares.ts"
import type { DueJobs } from "./dueJobs.ts"
import { deadLetterName, type QueueDefinition } from "./QueueDefinition.ts"

/** The stored form of a job: its payload with the attempt and the id of the first attempt's job. */
const Envelope = Schema.Struct({
  attempt: Schema.Int,
  first: Schema.optionalKey(Schema.String),
  payload: Schema.Unknown
})
const decodeEnvelope = Schema.decodeUnknownEffect(Envelope)

/** How a job is stored. */
export interface SendOptions {
  readonly startAfter?: Date
  readonly singletonKey?: string
  readonly account?: string
}

interface Dependencies<A extends object, E, R> {
  readonly boss: PgBoss
  readonly queue: QueueDefinition<A>
  readonly handler: Handler<A, E, R>
  readonly options: { readonly concurrency: number; readonly pollMs?: number; readonly drainMs?: number }
  readonly now: Effect.Effect<number>
  readonly dueJobs: DueJobs
  readonly sql: SqlClient.SqlClient
  readonly ambientDatabase: (sql: SqlClient.SqlClient, context: Context.Context<never>, signal: AbortSignal) => Db
  readonly answerTimeoutMs: number
  readonly attempt: <B>(operation: string, run: (signal: AbortSignal) => Promise<B>) => Effect.Effect<B, StoreError>
  readonly send: (name: string, data: object, options: SendOptions) => Effect.Effect<string | null, StoreError>
}

type Fetched = JobWithMetadata<unknown>

const accountOf = ({ groupId }: Fetched): string | null => groupId ?? null

/**
 * pg-boss 12.35.0 returns the number of changed jobs without declaring it; the exact version pin protects this cast.
 */
const affectedBy = (answer: object): number => (answer as { readonly affected: number }).affected

/** A handler must end before its job counts as abandoned: the share of `expireInSeconds` that it may take. */
const handlerShare = 0.9

const drainMs = 8_000

const settleRetry = Schedule.spaced("1 second")

export const consume = Effect.fnUntraced(function* <A extends object, E, R>(dependencies: Dependencies<A, E, R>) {
  const { ambientDatabase, answerTimeoutMs, attempt, boss, dueJobs, handler, now, options, queue, send, sql } =
    dependencies
  const decodePayload = Schema.decodeUnknownEffect(queue.payload)
  const running = yield* FiberSet.make<void>()
  const shares = makeAccountShares(options.concurrency)

  /** Runs pg-boss in the transaction of the calling fiber. */
  const inTransaction = <B>(operation: string, run: (db: Db) => Promise<B>) =>
    Effect.flatMap(Effect.context<never>(), (context) =>
      attempt(operation, (signal) => run(ambientDatabase(sql, context, signal)))
    )

  const transaction = <B, F>(work: Effect.Effect<B, F>) => Effect.timeout(sql.withTransaction(work), answerTimeoutMs)

  const complete = (job: Fetched) =>
    inTransaction("Queue.complete", (db) => boss.complete(queue.name, job, null, { db }))

  /**
   * Ends this job and enqueues what follows from it, in one transaction. Does neither when the job no longer belongs to
   * this attempt: another attempt has it, or an earlier COMMIT whose reply was lost has ended it. If nothing follows,
   * one statement is enough.
   */
  const settle = (job: Fetched, next: Effect.Effect<unknown, StoreError> | null) =>
    (next === null
      ? Effect.asVoid(Effect.timeout(complete(job), answerTimeoutMs))
      : transaction(
          Effect.flatMap(complete(job), (answer) => (affectedBy(answer) > 0 ? Effect.asVoid(next) : Effect.void))
        )
    ).pipe(
      Effect.uninterruptible,
      Effect.retry(settleRetry),
      Effect.timeout(Duration.seconds(queue.expireInSeconds)),
      Effect.ignore
    )

  const identity = (job: Fetched): SendOptions => {
    const account = accountOf(job)
    return {
      ...(queue.keyed ? { singletonKey: job.singletonKey ?? "" } : {}),
      ...(account === null ? {} : { account })
    }
  }

  const moveToDeadLetters = (job: Fetched, why: string) =>
    settle(job, send(deadLetterName(queue), { job: job.data ?? null, why }, identity(job)))

  const retryJob = (job: Fetched, first: string, payload: unknown, next: number, startAt: number) =>
    settle(
      job,
      send(queue.name, { attempt: next, first, payload }, { startAfter: new Date(startAt), ...identity(job) })
    )

  const run = Effect.fnUntraced(function* (job: Fetched) {
    const envelope = yield* Effect.option(decodeEnvelope(job.data))
    if (envelope._tag === "None") return yield* moveToDeadLetters(job, "The job does not have this queue's format.")
    const { attempt: number, first = job.id, payload } = envelope.value
    const decoded = yield* Effect.option(decodePayload(payload))
    if (decoded._tag === "None") return yield* moveToDeadLetters(job, "The payload does not match this queue's schema.")
    const exit = yield* handler(decoded.value, { jobId: first, attempt: number }).pipe(
      Effect.timeout(Duration.seconds(queue.expireInSeconds * handlerShare)),
      Effect.exit
    )
    if (Exit.isSuccess(exit)) {
      return exit.value === undefined
        ? yield* settle(job, null)
        : yield* retryJob(job, first, payload, number + 1, exit.value.retryAt)
    }
    const wait = queue.retryAfterMs[number - 1]
    const error = Cause.squash(exit.cause)
    yield* isUnavailable(error)
      ? logUnavailable(error, queue.name)
      : Effect.logWarning(`A job of ${queue.name} failed, attempt ${number}`, exit.cause)
    return wait === undefined
      ? yield* moveToDeadLetters(job, Cause.pretty(exit.cause).slice(0, 2_000))
      : yield* retryJob(job, first, payload, number + 1, (yield* now) + wait)
  })

  const start = (jobs: ReadonlyArray<Fetched>) =>
    Effect.forEach(
      jobs,
      (job) => {
        shares.acquire(accountOf(job))
        return FiberSet.run(
          running,
          Effect.ensuring(
            run(job),
            Effect.sync(() => shares.release(accountOf(job)))
          )
        )
      },
      { discard: true }
    )

  /** Jobs of a fetch whose COMMIT has not been confirmed: they are ours if it was carried out. */
  let unconfirmed: ReadonlyArray<Fetched> = []

  const fetch = (room: number) =>
    transaction(
      Effect.gen(function* () {
        const fetched = yield* claimFairly(
          { room, full: shares.full(), allowance: shares.allowance() },
          (batchSize, exceptAccounts) =>
            inTransaction("Queue.fetch", (db) =>
              boss.fetch<unknown>(queue.name, {
                batchSize,
                includeMetadata: true,
                ignoreGroups: [...exceptAccounts],
                db
              })
            )
        )
        unconfirmed = fetched.claimed
        return fetched
      })
    )

  /** Starts the unconfirmed jobs that are ours: those whose stored start time is that of the fetch. */
  const startUnconfirmed = Effect.gen(function* () {
    const jobs = unconfirmed
    if (jobs.length === 0) return
    const ours = yield* sql<{ readonly id: string }>`
      select id from pgboss.job join unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ startedOn }) => startedOn)}::timestamptz[])
        as fetched (fetched_id, fetched_on) on id = fetched_id and date_trunc('milliseconds', started_on) = fetched_on
      where name = ${queue.name} and state = 'active'`.pipe(Effect.timeout(answerTimeoutMs))
    unconfirmed = []
    const ids = new Set(ours.map(({ id }) => id))
    yield* start(jobs.filter(({ id }) => ids.has(id)))
  })

  // Uninterruptible, so that every fetched job is started even when the loop ends.
  const fetchMore = Effect.uninterruptible(
    Effect.gen(function* () {
      yield* startUnconfirmed
      const room = options.concurrency - (yield* FiberSet.size(running))
      if (room <= 0) return false
      const { claimed, more } = yield* fetch(room)
      unconfirmed = []
      yield* start(claimed)
      return more
    })
  )

  const pollMs = options.pollMs ?? 500
  const loop = Effect.gen(function* () {
    const full = yield* fetchMore.pipe(
      Effect.catch((error) =>
        Effect.as(
          isUnavailable(error) ? logUnavailable(error, queue.name) : Effect.logWarning(`Queue.fetch: ${error.message}`),
          false
        )
      )
    )
    if (full) return
    yield* unconfirmed.length > 0 ? Effect.sleep(pollMs) : dueJobs.wait(queue.name, pollMs)
  }).pipe(Effect.forever)

  // Finalizers run in reverse order: first the loop stops, then running handlers are awaited, then the rest is
  // interrupted.
  yield* Effect.addFinalizer(() =>
    Effect.ignore(startUnconfirmed).pipe(
      Effect.andThen(FiberSet.awaitEmpty(running)),
      Effect.timeoutOption(options.drainMs ?? drainMs)
    )
  )
  yield* Effect.forkScoped(loop)
})
