import { type LookRow, type RecordOutcome, MonitorSchedule, StoreError } from "@mon/core-store"
import { ConfirmationPolicy } from "@mon/model"
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
import * as Retry from "effect/Schedule"
import { showFromStart } from "./observability/PulledMetric.ts"
import { explainStoreError } from "./StoreFailure.ts"

export interface RecorderOptions {
  /** How long a look waits for others to be recorded with. */
  readonly gatherMs: number
  /** Most looks of one statement. */
  readonly maxRows: number
  /** Looks that may wait; further callers wait for room. */
  readonly capacity: number
  /** How often a batch is tried again while the database is away. */
  readonly retries: number
  readonly retryFirstMs: number
  readonly retryLongestMs: number
  /** How long closing waits for what has been handed in. */
  readonly closeMs: number
}

/** About four minutes of patience with the database: while it is away nothing more is claimed, so what waits here is bounded. */
export const recorderOptions: RecorderOptions = {
  gatherMs: 20,
  maxRows: 500,
  capacity: 2_000,
  retries: 120,
  retryFirstMs: 100,
  retryLongestMs: 2_000,
  closeMs: 500
}

interface Entry {
  readonly row: LookRow
  readonly taken: Deferred.Deferred<boolean, StoreError>
}

const seconds = Metric.histogram("mon_record_seconds", {
  description: "Time of one record statement",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
})
const rowsRecorded = Metric.counter("mon_recorded_looks_total", {
  description: "Looks that were sent to the store, by whether their lease was still good",
  incremental: true
})
const recorded = Metric.withAttributes(rowsRecorded, { result: "accepted" })
const refused = Metric.withAttributes(rowsRecorded, { result: "refused" })
const lost = Metric.withAttributes(rowsRecorded, { result: "lost" })

const NANOS_PER_SECOND = 1e9

const closed = new StoreError({ reason: "Unavailable", operation: "Recorder.record", cause: "The recorder is closed." })

/** Gathers looks for some milliseconds and records them in one statement. */
export class Recorder extends Context.Service<
  Recorder,
  {
    /**
     * Whether the look was taken; false when its lease was over, so that it changed nothing. A batch is tried again
     * while the database is away, which the lease's fence makes safe: a repetition of what was recorded answers false.
     */
    readonly record: (row: LookRow) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/checks/Recorder") {
  static readonly layerNoDeps = (
    options: Partial<RecorderOptions> = {}
  ): Layer.Layer<Recorder, never, MonitorSchedule> => Layer.effect(Recorder, make({ ...recorderOptions, ...options }))
}

const complain = (sentence: string, rows: ReadonlyArray<unknown>, error: StoreError) =>
  Effect.annotateLogs(Effect.logWarning(sentence), { error: explainStoreError(error), rows: rows.length })

const make = Effect.fnUntraced(function* (options: RecorderOptions) {
  const schedule = yield* MonitorSchedule
  const pace = yield* ConfirmationPolicy
  yield* showFromStart([seconds, recorded, refused, lost])
  const queue = yield* Queue.bounded<Entry, Cause.Done>(options.capacity)

  const patience = Retry.min([Retry.exponential(options.retryFirstMs), Retry.spaced(options.retryLongestMs)]).pipe(
    Retry.jittered,
    Retry.upTo({ times: options.retries })
  )

  const send = (rows: ReadonlyArray<LookRow>) =>
    Effect.gen(function* () {
      const before = yield* Clock.monotonicTimeNanos
      const outcome = yield* schedule.record(rows, pace)
      yield* Metric.update(seconds, Number((yield* Clock.monotonicTimeNanos) - before) / NANOS_PER_SECOND)
      return outcome
    }).pipe(
      Effect.tapError((error) =>
        error.reason === "Unavailable" ? complain("Looks wait for the database", rows, error) : Effect.void
      ),
      Effect.retry({ schedule: patience, while: (error) => error.reason === "Unavailable" })
    )

  const report = Effect.fnUntraced(function* (rows: number, outcome: RecordOutcome) {
    yield* Metric.update(recorded, outcome.accepted)
    yield* Metric.update(refused, rows - outcome.accepted)
    const facts = { rows, accepted: outcome.accepted, opened: outcome.opened, resolved: outcome.resolved }
    const log = outcome.opened + outcome.resolved > 0 ? Effect.logInfo : Effect.logDebug
    yield* Effect.annotateLogs(log("Looks recorded"), facts)
  })

  const settle = (batch: ReadonlyArray<Entry>, isPart = false): Effect.Effect<void> =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(send(batch.map(({ row }) => row)))
      if (Exit.isSuccess(exit)) {
        const tokens = new Set(exit.value.tokens)
        for (const { row, taken } of batch) yield* Deferred.succeed(taken, tokens.has(row.leaseToken))
        return yield* report(batch.length, exit.value)
      }
      const failure = Option.getOrNull(Exit.findErrorOption(exit))
      // One row that the database refuses must not take the others with it.
      if (batch.length > 1 && failure?.reason === "Failed") {
        if (!isPart) yield* complain("Looks were refused together; they are recorded in smaller parts", batch, failure)
        const middle = batch.length >> 1
        yield* settle(batch.slice(0, middle), true)
        return yield* settle(batch.slice(middle), true)
      }
      yield* Metric.update(lost, batch.length)
      for (const { taken } of batch) yield* Deferred.failCause(taken, exit.cause)
    })

  const refuse = (batch: ReadonlyArray<Entry>) =>
    Effect.forEach(batch, ({ taken }) => Deferred.fail(taken, closed), { discard: true })

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

  return Recorder.of({
    record: Effect.fnUntraced(function* (row: LookRow) {
      const taken = yield* Deferred.make<boolean, StoreError>()
      if (!(yield* Queue.offer(queue, { row, taken }))) return yield* closed
      return yield* Deferred.await(taken)
    })
  })
})
