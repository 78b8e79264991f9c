import { explainStoreError, Health } from "@mon/process-runtime"
import { claimDomains } from "@mon/checks"
import { claimFairly, MonitorSchedule } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Random from "effect/Random"
import { drainLoop, releaseLeases } from "../gracefulShutdown/drainLoop.ts"
import { DueWork } from "../loops/dueWork.ts"
import type { ChecksInFlight } from "./ChecksInFlight.ts"
import { countFailedClaim } from "../metrics/Metrics.ts"
import { makePendingChecks } from "./PendingChecks.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/** The largest number of monitors per claim. If a claim had more, they would only wait for this process's CPU core. */
const MAX_CLAIM = 200
/**
 * The time before a check is due at which its lease is verified, in poll intervals. Leases are verified at most once
 * per poll interval. If one poll skips the verification, the next poll follows after at most 1 + POLL_JITTER intervals.
 */
const VERIFIED_AHEAD = 3
/**
 * The share by which poll intervals vary in both directions. If workers always polled at the same times, they would
 * divide the due monitors unequally.
 */
const POLL_JITTER = 0.5
/** The interval at which a loop without work reports that it is alive, in milliseconds. */
const IDLE_MS = 20_000
/**
 * The time without a report that the loop is alive, after which the loop counts as stuck, in milliseconds. Every
 * database query ends within 35 s.
 */
const STUCK_MS = 60_000
const NANOS_PER_MILLI = 1_000_000

const backoffMs = (failures: number, timings: WorkerTimings) =>
  Math.min(timings.backoffFirstMs * 2 ** Math.min(failures - 1, 30), timings.backoffLongestMs)

interface DomainCheckLoop {
  /** Stops claiming. Monitors of a claim that is in progress are released without a check. */
  readonly stopClaiming: Effect.Effect<void>
  /** Stops claiming, lets checks in flight finish until the deadline, and releases all other leases. */
  readonly drain: Effect.Effect<void>
}

/** Claims monitors shortly before they are due, as long as there are free slots, and starts their checks on time. */
export const startDomainCheckLoop = Effect.fnUntraced(function* (checks: ChecksInFlight) {
  const schedule = yield* MonitorSchedule
  const config = yield* WorkerConfig
  const timings = yield* WorkerTimings
  const health = yield* Health
  const due = yield* DueWork
  const stop = yield* Latch.make()
  const waiting = yield* makePendingChecks(checks)
  let failures = 0
  let verifiedAt = Number.NEGATIVE_INFINITY

  // The loop continues after every error. A worker that logs warnings is better than a worker that stops silently.
  const failed = Effect.fnUntraced(function* (error: string) {
    failures += 1
    yield* countFailedClaim
    if (failures === 1) {
      yield* Effect.annotateLogs(Effect.logWarning("Could not claim due monitors. The worker will try again"), {
        error
      })
    }
    return backoffMs(failures, timings) * (yield* Random.nextBetween(0.8, 1.2))
  })

  /** Drops claimed monitors that were paused or changed after the claim. Runs shortly before these monitors are due. */
  const dropWithdrawn = Effect.gen(function* () {
    const now = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
    if (now < verifiedAt + timings.pollMs) return
    verifiedAt = now
    const soon = yield* waiting.dueWithin(VERIFIED_AHEAD * timings.pollMs)
    if (soon.length === 0) return
    const withdrawn = yield* schedule.withdrawn(soon)
    waiting.drop(soon.filter(({ leaseToken }) => withdrawn.has(leaseToken)))
  }).pipe(Effect.ignore)

  const release = (claimed: Parameters<typeof schedule.release>[0]) =>
    releaseLeases(claimed, schedule.release, timings.releaseMs)

  /** Claims up to `slots` monitors. Returns whether more may be due. */
  const claimMore = Effect.fnUntraced(function* (slots: number) {
    const room = waiting.claimRoom(slots)
    if (room.room <= 0) return false
    const { claimed, more, othersWait } = yield* claimFairly(room, (limit, exceptAccounts) =>
      claimDomains(limit, config.leaseMarginMs, { aheadMs: timings.aheadMs, location: config.location, exceptAccounts })
    )
    if (stop.isOpen()) {
      yield* release(claimed)
      return false
    }
    waiting.add(claimed)
    waiting.setOthersWait(othersWait)
    return more
  })

  const claimOnce = Effect.gen(function* () {
    // Overdue monitors need slots, just like running checks. Monitors that are not due yet need no slots.
    const overdue = yield* waiting.overdue
    const slots = Math.min(checks.room(config.concurrency) - overdue, MAX_CLAIM)
    if (slots <= 0) {
      yield* dropWithdrawn
      const isFree = checks.when(() => checks.room(config.concurrency) > overdue)
      yield* Effect.timeoutOption(Effect.raceFirst(isFree, stop.await), timings.pollMs)
      return 0
    }
    const [more] = yield* Effect.all([claimMore(slots), dropWithdrawn], { concurrency: 2 })
    if (failures > 0) yield* Effect.logInfo("Claiming monitors recovered")
    failures = 0
    if (more) return 0
    // The next wait is short, because monitors are claimed ahead of due times and a new domain is checked within 2 s.
    if (waiting.size() === 0) {
      yield* Effect.timeoutOption(Effect.raceFirst(due.wait("domains"), stop.await), IDLE_MS)
      return timings.pollMs * (yield* Random.next)
    }
    return timings.pollMs * (yield* Random.nextBetween(1 - POLL_JITTER, 1 + POLL_JITTER))
  }).pipe(
    Effect.provideService(MonitorSchedule, schedule),
    Effect.catch((error) => failed(explainStoreError(error))),
    Effect.catchDefect((defect) => failed(String(defect)))
  )

  const loop = Effect.gen(function* () {
    while (!stop.isOpen()) {
      health.beat("checks", STUCK_MS)
      const waitMs = yield* claimOnce
      if (waitMs > 0) yield* Effect.timeoutOption(stop.await, waitMs)
    }
  })

  const fiber = yield* Effect.forkDetach(loop)

  const drain = Effect.suspend(() => {
    stop.openUnsafe()
    health.stop("checks")
    return drainLoop({
      loop: fiber,
      finished: Effect.gen(function* () {
        yield* release(yield* waiting.stop)
        yield* Fiber.await(fiber)
        yield* release(yield* waiting.stop)
        yield* checks.empty
      }),
      deadlineMs: timings.drainMs,
      releaseMs: timings.releaseMs,
      abandon: Effect.gen(function* () {
        yield* release([...(yield* waiting.stop), ...(yield* checks.abandon)])
      })
    })
  })

  return { stopClaiming: Effect.sync(() => stop.openUnsafe()), drain } satisfies DomainCheckLoop
})
