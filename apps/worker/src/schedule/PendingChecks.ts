import { databaseTime, type ClaimedMonitor, dueAtMonotonic } from "@mon/checks"
import { makeAccountShares, MonitorSchedule, type StoreError } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import { ignoreUnreleased } from "../gracefulShutdown/drainLoop.ts"
import { type ChecksInFlight, POSTPONED_MS } from "./ChecksInFlight.ts"
import { countPostponed, observeLateness } from "../metrics/Metrics.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"
import { makeFairHeap } from "./FairHeap.ts"

/**
 * The largest number of checks that start in one iteration of the event loop. If more checks started, they would delay
 * each other, and their measured times would include the delay.
 */
const BEGIN_AT_ONCE = 10
const YIELD_MS = 1
/**
 * The share of the lease margin by which a check may start late. The remainder is for waiting for the host and for
 * recording the result.
 */
const LATE_SHARE = 0.25
const NANOS_PER_MILLI = 1_000_000
/**
 * The number of monitors, per check that may be in flight, that may wait for their due time. The limit saves memory,
 * and leaves monitors to other workers.
 */
const PENDING_PER_CHECK = 4
/**
 * The share of the slots that accounts beyond their share must leave free. Without this reserve, an account whose sites
 * never respond would delay every other account until its checks end.
 */
const RESERVE = 0.1

/** The number of monitors that may still be claimed, and the limits for accounts. */
interface ClaimRoom {
  readonly room: number
  /** The number of monitors in `room` that may belong to accounts that have used their share. */
  readonly spare: number
  readonly full: ReadonlyArray<string>
  readonly allowance: number
}

/** The claimed monitors of this worker. Their checks start when they are due. */
interface PendingChecks {
  readonly add: (claimed: ReadonlyArray<ClaimedMonitor>) => void
  readonly size: () => number
  /** Returns the limits of the next claim if `slots` slots are free. */
  readonly claimRoom: (slots: number) => ClaimRoom
  /**
   * Sets whether accounts below their share may have due monitors that are not claimed yet. As long as this is true, no
   * other account gets more than its share.
   */
  readonly setOthersWait: (othersWait: boolean) => void
  /**
   * Counts the overdue monitors that compete for slots. Does not count monitors whose accounts must leave slots to
   * other accounts.
   */
  readonly overdue: Effect.Effect<number>
  readonly dueWithin: (ms: number) => Effect.Effect<ReadonlyArray<ClaimedMonitor>>
  /** Drops monitors whose lease no longer belongs to this worker. */
  readonly drop: (withdrawn: ReadonlyArray<ClaimedMonitor>) => void
  /** Stops starting checks, and returns the remaining monitors. */
  readonly stop: Effect.Effect<ReadonlyArray<ClaimedMonitor>>
}

const monotonicMs = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / NANOS_PER_MILLI)

/** Creates the list of claimed monitors. A single fiber starts all checks, however many monitors are pending. */
export const makePendingChecks = Effect.fnUntraced(function* (checks: ChecksInFlight) {
  const schedule = yield* MonitorSchedule
  const { concurrency, leaseMarginMs } = yield* WorkerConfig
  const { releaseMs } = yield* WorkerTimings
  const heap = makeFairHeap<ClaimedMonitor>(dueAtMonotonic, checks.shares.left)
  const capacity = PENDING_PER_CHECK * concurrency
  const pendingShares = makeAccountShares(capacity)
  const reserve = Math.floor(RESERVE * concurrency)
  const changed = yield* Latch.make()
  const stopped = yield* Latch.make()
  const releases = yield* FiberSet.make<void>()
  let othersWait = false

  /** Releases leases in the background, so that checks do not wait for the database. */
  const inBackground = (release: Effect.Effect<void, StoreError>) => FiberSet.run(releases, ignoreUnreleased(release))

  const isPastLeaseMargin = (due: ClaimedMonitor, now: number) =>
    now > due.leaseUntil - due.timeoutMs - (1 - LATE_SHARE) * leaseMarginMs

  const begin = Effect.fnUntraced(function* (batch: ReadonlyArray<ClaimedMonitor>) {
    const overloadedHosts: Array<ClaimedMonitor> = []
    const late: Array<ClaimedMonitor> = []
    for (const due of batch) {
      pendingShares.release(due.accountKey)
      const now = yield* databaseTime(due)
      if (isPastLeaseMargin(due, now)) late.push(due)
      else if (yield* checks.start(due)) yield* observeLateness(now - due.dueAt)
      else overloadedHosts.push(due)
    }
    if (late.length > 0) yield* inBackground(schedule.release(late))
    if (overloadedHosts.length === 0) return
    // Monitors of overloaded hosts are postponed briefly, so that they do not block other monitors.
    yield* countPostponed(overloadedHosts.length)
    yield* inBackground(schedule.postpone(overloadedHosts, POSTPONED_MS))
  })

  const room = () => checks.room(concurrency)
  /** The number of slots for accounts beyond their share. */
  const spare = () => (othersWait ? 0 : room() - reserve)

  const competing = (due: ReadonlyArray<ClaimedMonitor>) => {
    const counts = new Map<string, number>()
    for (const { accountKey } of due) counts.set(accountKey, (counts.get(accountKey) ?? 0) + 1)
    let sum = 0
    for (const [accountKey, count] of counts) sum += Math.min(count, Math.max(0, checks.shares.left(accountKey)))
    return sum
  }

  const beginDue = Effect.gen(function* () {
    const now = yield* monotonicMs
    const batch = room() <= 0 ? [] : heap.takeDue(now, Math.min(room(), BEGIN_AT_ONCE), spare())
    if (batch.length > 0) {
      yield* begin(batch)
      return yield* Effect.sleep(YIELD_MS)
    }
    const nextAt = heap.nextAt()
    if (nextAt !== null && nextAt <= now)
      return yield* Effect.raceFirst(
        checks.when(() => room() > 0),
        stopped.await
      )
    changed.closeUnsafe()
    const wake = Effect.raceFirst(changed.await, stopped.await)
    const freed = checks.when(() => room() > 0 && (heap.isUnparkable() || spare() > 0))
    const woken = heap.parked().length === 0 ? wake : Effect.raceFirst(wake, freed)
    return yield* nextAt === null ? woken : Effect.timeoutOption(woken, Math.ceil(nextAt - now))
  }).pipe(
    Effect.catchDefect((defect) =>
      Effect.andThen(
        Effect.logError("Could not start checks; they will be repeated when their leases expire", defect),
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
      for (const due of claimed) {
        heap.add(due)
        pendingShares.acquire(due.accountKey)
      }
      changed.openUnsafe()
    },
    size: heap.size,
    claimRoom: (slots) => {
      const pending = capacity - heap.size()
      const parked = heap.parked()
      return {
        room: Math.min(slots, pending),
        spare: Math.min(slots, room() - reserve - parked.length, pending - PENDING_PER_CHECK * reserve),
        full: [
          ...new Set([...checks.shares.full(), ...pendingShares.full(), ...parked.map(({ accountKey }) => accountKey)])
        ],
        allowance: pendingShares.allowance()
      }
    },
    setOthersWait: (wait) => {
      othersWait = wait
      changed.openUnsafe()
    },
    overdue: Effect.map(monotonicMs, (now) => competing(heap.due(now))),
    dueWithin: (ms) => Effect.map(monotonicMs, (now) => [...heap.due(now + ms), ...heap.parked()]),
    drop: (withdrawn) => {
      for (const due of withdrawn) if (heap.remove(due)) pendingShares.release(due.accountKey)
    },
    stop: Effect.gen(function* () {
      stopped.openUnsafe()
      yield* Fiber.await(fiber)
      yield* Effect.timeoutOption(FiberSet.awaitEmpty(releases), releaseMs)
      return heap.clear()
    })
  } satisfies PendingChecks
})
