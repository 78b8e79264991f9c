import { databaseTime, type DueDomain, dueAtMonotonic, explainStoreError } from "@mon/checks"
import { MonitorSchedule, type StoreError } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import { type LooksInFlight, POSTPONED_MS } from "../LooksInFlight.ts"
import { countPostponed, observeLateness } from "../Metrics.ts"
import { WorkerConfig } from "../WorkerConfig.ts"
import { WorkerPace } from "../WorkerPace.ts"
import { makeDueHeap } from "./DueHeap.ts"

/** Looks that begin in one turn of the event loop: many at once delay each other, and what they measure is that delay. */
const BEGIN_AT_ONCE = 10
/** Long enough for timers to let the event loop go round. */
const BREATH_MS = 1
/** Of the lease's margin, how much later than it could a look may begin; the rest is for its host and for recording it. */
const LATE_SHARE = 0.25
const NANOS_PER_MILLI = 1_000_000

/** Monitors that this worker has claimed, and whose looks begin when they are due. */
export interface WaitingLooks {
  readonly add: (claimed: ReadonlyArray<DueDomain>) => void
  readonly size: () => number
  /** Those that are due within so many milliseconds. */
  readonly dueWithin: (ms: number) => Effect.Effect<ReadonlyArray<DueDomain>>
  /** Lets those go whose lease is no longer this worker's. */
  readonly drop: (withdrawn: ReadonlyArray<DueDomain>) => void
  /** Begins no more looks, and answers those that were left since it was last asked. */
  readonly stop: Effect.Effect<ReadonlyArray<DueDomain>>
}

const monotonicMs = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / NANOS_PER_MILLI)

/** One fiber begins all looks, however many wait. */
export const makeWaitingLooks = Effect.fnUntraced(function* (looks: LooksInFlight) {
  const schedule = yield* MonitorSchedule
  const { concurrency, leaseMarginMs } = yield* WorkerConfig
  const { releaseMs } = yield* WorkerPace
  const heap = makeDueHeap<DueDomain>()
  const changed = yield* Latch.make()
  const stopped = yield* Latch.make()
  const handedBack = yield* FiberSet.make<void>()

  /** Beside the looks: these do not wait for the database. */
  const handBack = (sending: Effect.Effect<void, StoreError>) =>
    FiberSet.run(
      handedBack,
      sending.pipe(
        Effect.catch((error) =>
          Effect.annotateLogs(Effect.logWarning("Leases could not be handed back; they end by themselves"), {
            error: explainStoreError(error)
          })
        )
      )
    )

  const isTooLate = (due: DueDomain, now: number) =>
    now > due.leaseUntil - due.timeoutMs - (1 - LATE_SHARE) * leaseMarginMs

  const begin = Effect.fnUntraced(function* (batch: ReadonlyArray<DueDomain>) {
    const crowded: Array<DueDomain> = []
    const late: Array<DueDomain> = []
    for (const due of batch) {
      const now = yield* databaseTime(due)
      if (isTooLate(due, now)) late.push(due)
      else if (yield* looks.start(due)) yield* observeLateness(now - due.dueAt)
      else crowded.push(due)
    }
    if (late.length > 0) yield* handBack(schedule.release(late))
    if (crowded.length === 0) return
    // Those whose hosts have enough come back soon: until then they are in nobody's way.
    yield* countPostponed(crowded.length)
    yield* handBack(schedule.postpone(crowded, POSTPONED_MS))
  })

  const turn = Effect.gen(function* () {
    const now = yield* monotonicMs
    const nextAt = heap.nextAt()
    if (nextAt === null || nextAt > now) {
      changed.closeUnsafe()
      const wake = Effect.raceFirst(changed.await, stopped.await)
      return yield* nextAt === null ? wake : Effect.timeoutOption(wake, Math.ceil(nextAt - now))
    }
    const room = looks.room(concurrency)
    if (room <= 0)
      return yield* Effect.raceFirst(
        looks.when(() => looks.room(concurrency) > 0),
        stopped.await
      )
    yield* begin(heap.takeDue(now, Math.min(room, BEGIN_AT_ONCE)))
    yield* Effect.sleep(BREATH_MS)
  }).pipe(
    Effect.catchDefect((defect) =>
      Effect.andThen(
        Effect.logError("Looks did not begin; they are repeated after their leases", defect),
        Effect.sleep(BREATH_MS)
      )
    )
  )

  const loop = Effect.gen(function* () {
    while (!stopped.isOpen()) yield* turn
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
      yield* Effect.timeoutOption(FiberSet.awaitEmpty(handedBack), releaseMs)
      return heap.clear()
    })
  } satisfies WaitingLooks
})
