import { databaseTime, type ClaimedMonitor, dueAtMonotonic } from "@mon/checks"
import { MonitorSchedule, type StoreError } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import { ignoreUnreleased } from "../gracefulShutdown/drainLoop.ts"
import { type ChecksInFlight, POSTPONED_MS } from "../ChecksInFlight.ts"
import { countPostponed, observeLateness } from "../Metrics.ts"
import { WorkerConfig } from "../WorkerConfig.ts"
import { WorkerTimings } from "../WorkerTimings.ts"
import { makeDueHeap } from "./DueHeap.ts"

/** Checks started in one iteration of the event loop. More would delay each other and measure that delay. */
const BEGIN_AT_ONCE = 10
/** Long enough to let the event loop handle other events. */
const YIELD_MS = 1
/**
 * The share of the lease's margin by which a check may start late. The rest is for waiting for its host and for
 * recording it.
 */
const LATE_SHARE = 0.25
const NANOS_PER_MILLI = 1_000_000

/** Monitors that this worker has claimed, whose checks start when they are due. */
interface PendingChecks {
  readonly add: (claimed: ReadonlyArray<ClaimedMonitor>) => void
  readonly size: () => number
  /** The monitors that are due within this many milliseconds. */
  readonly dueWithin: (ms: number) => Effect.Effect<ReadonlyArray<ClaimedMonitor>>
  /** Drops monitors whose lease no longer belongs to this worker. */
  readonly drop: (withdrawn: ReadonlyArray<ClaimedMonitor>) => void
  /** Stops starting checks, and returns the remaining monitors. */
  readonly stop: Effect.Effect<ReadonlyArray<ClaimedMonitor>>
}

const monotonicMs = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / NANOS_PER_MILLI)

/** A single fiber starts all checks, however many are pending. */
export const makePendingChecks = Effect.fnUntraced(function* (checks: ChecksInFlight) {
  const schedule = yield* MonitorSchedule
  const { concurrency, leaseMarginMs } = yield* WorkerConfig
  const { releaseMs } = yield* WorkerTimings
  const heap = makeDueHeap<ClaimedMonitor>()
  const changed = yield* Latch.make()
  const stopped = yield* Latch.make()
  const releases = yield* FiberSet.make<void>()

  /** Releases in the background, so that checks do not wait for the database. */
  const inBackground = (release: Effect.Effect<void, StoreError>) => FiberSet.run(releases, ignoreUnreleased(release))

  const isPastLeaseMargin = (due: ClaimedMonitor, now: number) =>
    now > due.leaseUntil - due.timeoutMs - (1 - LATE_SHARE) * leaseMarginMs

  const begin = Effect.fnUntraced(function* (batch: ReadonlyArray<ClaimedMonitor>) {
    const overloadedHosts: Array<ClaimedMonitor> = []
    const late: Array<ClaimedMonitor> = []
    for (const due of batch) {
      const now = yield* databaseTime(due)
      if (isPastLeaseMargin(due, now)) late.push(due)
      else if (yield* checks.start(due)) yield* observeLateness(now - due.dueAt)
      else overloadedHosts.push(due)
    }
    if (late.length > 0) yield* inBackground(schedule.release(late))
    if (overloadedHosts.length === 0) return
    // Monitors of overloaded hosts are postponed briefly, so that they do not block the others.
    yield* countPostponed(overloadedHosts.length)
    yield* inBackground(schedule.postpone(overloadedHosts, POSTPONED_MS))
  })

  const beginDue = Effect.gen(function* () {
    const now = yield* monotonicMs
    const nextAt = heap.nextAt()
    if (nextAt === null || nextAt > now) {
      changed.closeUnsafe()
      const wake = Effect.raceFirst(changed.await, stopped.await)
      return yield* nextAt === null ? wake : Effect.timeoutOption(wake, Math.ceil(nextAt - now))
    }
    const room = checks.room(concurrency)
    if (room <= 0)
      return yield* Effect.raceFirst(
        checks.when(() => checks.room(concurrency) > 0),
        stopped.await
      )
    yield* begin(heap.takeDue(now, Math.min(room, BEGIN_AT_ONCE)))
    yield* Effect.sleep(YIELD_MS)
  }).pipe(
    Effect.catchDefect((defect) =>
      Effect.andThen(
        Effect.logError("Could not start checks; they are repeated when their leases expire", defect),
        Effect.sleep(YIELD_MS)
      )
    )
  )

  const loop = Effect.gen(function* () {
    while (!stopped.isOpen()) yield* beginDue
  })
  const fiber = yield* Effect.forkDetach(loop)

  return {
    add: (claimed) => {
      for (const due of claimed) heap.add(due, dueAtMonotonic(due))
      changed.openUnsafe()
    },
    size: heap.size,
    dueWithin: (ms) => Effect.map(monotonicMs, (now) => heap.due(now + ms)),
    drop: (withdrawn) => {
      for (const due of withdrawn) heap.remove(due)
    },
    stop: Effect.gen(function* () {
      stopped.openUnsafe()
      yield* Fiber.await(fiber)
      yield* Effect.timeoutOption(FiberSet.awaitEmpty(releases), releaseMs)
      return heap.clear()
    })
  } satisfies PendingChecks
})
