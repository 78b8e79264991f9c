import {
  type CheckResultRow,
  isUnavailable,
  logUnavailable,
  type RecordOutcome,
  MonitorSchedule,
  StoreError
} from "@mon/core-store"
import { ConfirmationPolicy } from "@mon/model"
import { explainStoreError, initializeMetrics } from "@mon/process-runtime"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import { IncidentSignal } from "../screenshots/IncidentSignal.ts"

export interface ResultBatcherOptions {
  /** The time for which a result waits for further results, so that they form one batch. */
  readonly gatherMs: number
  readonly maxRows: number
  /** The maximum number of queued results. When the queue is full, callers wait. */
  readonly capacity: number
  readonly retries: number
  readonly retryFirstMs: number
  readonly retryLongestMs: number
  readonly closeMs: number
}

/**
 * The default options. Batches are retried for about four minutes. While the database is unavailable, no monitors are
 * claimed, so the queue stays bounded.
 */
export const resultBatcherOptions: ResultBatcherOptions = {
  gatherMs: 20,
  maxRows: 500,
  capacity: 2_000,
  retries: 120,
  retryFirstMs: 100,
  retryLongestMs: 2_000,
  closeMs: 500
}

interface Entry {
  readonly row: CheckResultRow
  readonly accepted: Deferred.Deferred<boolean, StoreError>
}

const seconds = Metric.histogram("mon_record_seconds", {
  description: "Duration of a record statement",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
})
const rowsRecorded = Metric.counter("mon_recorded_checks_total", {
  description: "Recorded checks, by whether their lease was still valid",
  incremental: true
})
const acceptedRows = Metric.withAttributes(rowsRecorded, { result: "accepted" })
const refusedRows = Metric.withAttributes(rowsRecorded, { result: "refused" })
const lostRows = Metric.withAttributes(rowsRecorded, { result: "lost" })

const NANOS_PER_SECOND = 1e9

const closed = new StoreError({
  reason: "Unavailable",
  operation: "ResultBatcher.record",
  cause: "The batcher is closed."
})

/** Collects results for a few milliseconds and records them in one statement. */
export class ResultBatcher extends Context.Service<
  ResultBatcher,
  {
    /**
     * Records a result. Returns false if the lease had expired; nothing is recorded then. A batch is retried while the
     * database is unavailable. This is safe because of the lease token: a second attempt to record the same result
     * returns false.
     */
    readonly record: (row: CheckResultRow) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/checks/ResultBatcher") {
  static readonly layerNoDeps = (
    options: Partial<ResultBatcherOptions> = {}
  ): Layer.Layer<ResultBatcher, never, MonitorSchedule> =>
    Layer.effect(ResultBatcher, make({ ...resultBatcherOptions, ...options }))
}

const warn = (sentence: string, rows: ReadonlyArray<unknown>, error: StoreError) =>
  Effect.annotateLogs(Effect.logWarning(sentence), { error: explainStoreError(error), rows: rows.length })

const make = Effect.fnUntraced(function* (options: ResultBatcherOptions) {
  const schedule = yield* MonitorSchedule
  const policy = yield* ConfirmationPolicy
  const incidents = yield* IncidentSignal
  yield* initializeMetrics([seconds, acceptedRows, refusedRows, lostRows])
  const queue = yield* Queue.bounded<Entry, Cause.Done>(options.capacity)

  const retrySchedule = Schedule.min([
    Schedule.exponential(options.retryFirstMs),
    Schedule.spaced(options.retryLongestMs)
  ]).pipe(Schedule.jittered, Schedule.upTo({ times: options.retries }))

  const send = (rows: ReadonlyArray<CheckResultRow>) =>
    Effect.gen(function* () {
      const before = yield* Clock.monotonicTimeNanos
      const outcome = yield* schedule.record(rows, policy)
      yield* Metric.update(seconds, Number((yield* Clock.monotonicTimeNanos) - before) / NANOS_PER_SECOND)
      if (outcome.opened + outcome.resolved > 0)
        yield* incidents.publish(rows.map(({ at, monitorKey }) => ({ at, monitorKey })))
      return outcome
    }).pipe(
      Effect.tapError((error) =>
        isUnavailable(error) ? logUnavailable(error, "recording checks, which will be repeated") : Effect.void
      ),
      Effect.retry({ schedule: retrySchedule, while: (error) => error.reason === "Unavailable" })
    )

  const report = Effect.fnUntraced(function* (rows: number, outcome: RecordOutcome) {
    yield* Metric.update(acceptedRows, outcome.accepted)
    yield* Metric.update(refusedRows, rows - outcome.accepted)
    const facts = { rows, accepted: outcome.accepted, opened: outcome.opened, resolved: outcome.resolved }
    const log = outcome.opened + outcome.resolved > 0 ? Effect.logInfo : Effect.logDebug
    yield* Effect.annotateLogs(log("Checks recorded"), facts)
  })

  const settle = (batch: ReadonlyArray<Entry>, isPart = false): Effect.Effect<void> =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(send(batch.map(({ row }) => row)))
      if (Exit.isSuccess(exit)) {
        const tokens = new Set(exit.value.tokens)
        for (const { row, accepted } of batch) yield* Deferred.succeed(accepted, tokens.has(row.leaseToken))
        return yield* report(batch.length, exit.value)
      }
      const failure = Option.getOrNull(Exit.findErrorOption(exit))
      // If the database refuses one row, the other rows of the batch are recorded without it.
      if (batch.length > 1 && failure?.reason === "Failed") {
        if (!isPart)
          yield* warn(
            "The database rejected a batch of check results. The batch will be recorded in smaller parts",
            batch,
            failure
          )
        const middle = batch.length >> 1
        yield* settle(batch.slice(0, middle), true)
        return yield* settle(batch.slice(middle), true)
      }
      yield* Metric.update(lostRows, batch.length)
      for (const { accepted } of batch) yield* Deferred.failCause(accepted, exit.cause)
    })

  const refuse = (batch: ReadonlyArray<Entry>) =>
    Effect.forEach(batch, ({ accepted }) => Deferred.fail(accepted, closed), { discard: true })

  const loop = Effect.gen(function* () {
    while (true) {
      yield* Queue.peek(queue)
      if (Queue.sizeUnsafe(queue) < options.maxRows) yield* Effect.sleep(options.gatherMs)
      const batch = yield* Queue.takeBetween(queue, 1, options.maxRows)
      yield* Effect.onInterrupt(settle(batch), () => refuse(batch))
    }
  })

  yield* Effect.acquireRelease(Effect.forkDetach(loop), (fiber) =>
    Queue.end(queue).pipe(
      Effect.andThen(Effect.timeoutOption(Fiber.await(fiber), options.closeMs)),
      Effect.andThen(Fiber.interrupt(fiber)),
      Effect.andThen(
        Effect.flatMap(
          Effect.orElseSucceed(Queue.clear(queue), () => []),
          refuse
        )
      )
    )
  )

  return ResultBatcher.of({
    record: Effect.fnUntraced(function* (row: CheckResultRow) {
      const accepted = yield* Deferred.make<boolean, StoreError>()
      if (!(yield* Queue.offer(queue, { row, accepted }))) return yield* closed
      return yield* Deferred.await(accepted)
    })
  })
})
