import {
  isUnavailable,
  Jobs,
  logUnavailable,
  type QueueDefinition,
  type StoreError,
  type TakenJob
} from "@mon/core-store"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { startLeasedWorkLoop } from "./leasedWorkLoop.ts"

export interface JobLoop<A extends object, E, R> {
  readonly queue: QueueDefinition<A>
  /**
   * Performs a job. `attempt` starts at 1. After a failure, the rules of the queue decide whether the job is retried.
   */
  readonly handler: (payload: A, attempt: { readonly attempt: number }) => Effect.Effect<void, E, R>
  readonly concurrency: number
  /** Waits until a job may be due. */
  readonly idle: Effect.Effect<void>
  /**
   * The longest time that running jobs may take to finish when the scope closes, in milliseconds. Unfinished jobs run
   * again.
   */
  readonly drainMs: number
}

/** The share of `expireInSeconds` that a handler may take. The handler must end before its job counts as abandoned. */
const HANDLER_SHARE = 0.9
const WHY_CHARACTERS = 2_000

export const startJobLoop = Effect.fnUntraced(function* <A extends object, E, R>({
  concurrency,
  drainMs,
  handler,
  idle,
  queue
}: JobLoop<A, E, R>) {
  const jobs = yield* Jobs
  const decode = Schema.decodeUnknownEffect(queue.payload)
  const leaseMs = queue.expireInSeconds * 1_000

  /**
   * Records the end of a job, and retries while the database is unavailable. If the lease expires first, the job runs
   * again.
   */
  const settle = (settled: Effect.Effect<void, StoreError>) =>
    settled.pipe(Effect.retry(Schedule.spaced("1 second")), Effect.timeout(leaseMs), Effect.ignore)

  const failed = Effect.fnUntraced(function* (job: TakenJob, cause: Cause.Cause<unknown>) {
    const waitMs = queue.retryAfterMs[job.attempt - 1]
    const error = Cause.squash(cause)
    yield* isUnavailable(error)
      ? logUnavailable(error, queue.name)
      : Effect.logWarning(`A job of ${queue.name} failed, attempt ${job.attempt}`, cause)
    yield* settle(
      waitMs === undefined ? jobs.giveUp(job, Cause.pretty(cause).slice(0, WHY_CHARACTERS)) : jobs.retry(job, waitMs)
    )
  })

  const perform = Effect.fnUntraced(function* (job: TakenJob) {
    const payload = yield* Effect.option(decode(job.payload))
    if (payload._tag === "None")
      return yield* settle(jobs.giveUp(job, "The payload does not match this queue's schema."))
    const exit = yield* handler(payload.value, job).pipe(
      Effect.timeout(Duration.millis(leaseMs * HANDLER_SHARE)),
      Effect.exit
    )
    if (Exit.isSuccess(exit)) return yield* settle(jobs.finish(job))
    return yield* Cause.hasInterruptsOnly(exit.cause)
      ? Effect.failCause(exit.cause as Cause.Cause<never>)
      : failed(job, exit.cause)
  })

  yield* startLeasedWorkLoop({
    name: queue.name,
    idle,
    drainMs,
    concurrency,
    leaseMs,
    claim: (limit) => jobs.take(queue, limit),
    perform,
    release: jobs.giveBack
  })
})
