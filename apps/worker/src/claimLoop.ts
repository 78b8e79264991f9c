import { claimDomains, type DueDomain, explainStoreError, Health } from "@mon/checks"
import { MonitorSchedule } from "@mon/core-store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { LooksInFlight } from "./LooksInFlight.ts"
import { countFailedClaim } from "./Metrics.ts"
import { makeWaitingLooks } from "./schedule/WaitingLooks.ts"
import { WorkerConfig } from "./WorkerConfig.ts"
import { WorkerPace, type WorkerRhythm } from "./WorkerPace.ts"

/** Most monitors of one claim: more would hold their leases while they wait for this process's one core. */
const MAX_CLAIM = 200
/** Monitors that may wait for their time, for each look that may be in flight: a bound of memory, and of what others do not get. */
const WAITING_PER_LOOK = 4
/** How far ahead claims are checked, in polls: the next one may be late. */
const CHECKED_AHEAD = 2
/** Polls differ by this share either way: workers that kept one rhythm would always divide what is due unequally. */
const POLL_JITTER = 0.5
/** A loop that has not come round for this long stands still: an answer of the database is waited for 35 s at most. */
const STANDS_STILL_MS = 60_000
const NANOS_PER_MILLI = 1_000_000

const backoffMs = (failures: number, pace: WorkerRhythm) =>
  Math.min(pace.backoffFirstMs * 2 ** Math.min(failures - 1, 30), pace.backoffLongestMs)

/** A claim loop that runs, and how it is stopped. */
export interface ClaimLoop {
  /** Stops claiming, lets looks end for a while, and hands the leases of the others back. */
  readonly drain: Effect.Effect<void>
}

/** Claims monitors shortly before they are due for as long as there is room, and has their looks begin in time. */
export const startClaimLoop = Effect.fnUntraced(function* (looks: LooksInFlight) {
  const schedule = yield* MonitorSchedule
  const config = yield* WorkerConfig
  const pace = yield* WorkerPace
  const health = yield* Health
  const stop = yield* Latch.make()
  const waiting = yield* makeWaitingLooks(looks)
  let failures = 0
  let checkedAt = Number.NEGATIVE_INFINITY

  const handBack = (claimed: ReadonlyArray<DueDomain>) =>
    claimed.length === 0
      ? Effect.void
      : schedule.release(claimed).pipe(
          Effect.andThen(Effect.logInfo("Leases were handed back")),
          Effect.catch((error) =>
            Effect.annotateLogs(Effect.logWarning("Leases could not be handed back; they end by themselves"), {
              error: explainStoreError(error)
            })
          ),
          Effect.timeoutOption(pace.releaseMs),
          Effect.annotateLogs({ leases: claimed.length })
        )

  // Whatever happens, the loop goes on: a worker that stopped in silence would be worse than one that complains.
  const failed = Effect.fnUntraced(function* (error: string) {
    failures += 1
    yield* countFailedClaim
    if (failures === 1) {
      yield* Effect.annotateLogs(Effect.logWarning("Due monitors cannot be claimed; trying again"), { error })
    }
    return backoffMs(failures, pace) * (yield* Random.nextBetween(0.8, 1.2))
  })

  /** Asked of each monitor just before it is due: who was paused meanwhile is not looked at any more. */
  const letGo = Effect.gen(function* () {
    const now = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
    if (now < checkedAt + pace.pollMs) return
    checkedAt = now
    const soon = yield* waiting.dueWithin(CHECKED_AHEAD * pace.pollMs)
    if (soon.length === 0) return
    const withdrawn = yield* schedule.withdrawn(soon)
    waiting.drop(soon.filter(({ leaseToken }) => withdrawn.has(leaseToken)))
  }).pipe(Effect.ignore)

  /** How long to wait before the next claim. */
  const turn = Effect.gen(function* () {
    // What is due already is in the way of looks; what is not yet is only kept from other workers.
    const overdue = (yield* waiting.dueWithin(0)).length
    const room = Math.min(looks.room(config.concurrency) - overdue, MAX_CLAIM)
    if (room <= 0) {
      yield* letGo
      const isFree = looks.when(() => looks.room(config.concurrency) > overdue)
      yield* Effect.timeoutOption(Effect.raceFirst(isFree, stop.await), pace.pollMs)
      return 0
    }
    const places = WAITING_PER_LOOK * config.concurrency - waiting.size()
    const limit = Math.min(room, places)
    const claiming =
      limit <= 0
        ? Effect.succeed([])
        : claimDomains(limit, config.leaseMarginMs, { aheadMs: pace.aheadMs, location: config.location })
    const [claimed] = yield* Effect.all([claiming, letGo], { concurrency: 2 })
    if (failures > 0) yield* Effect.logInfo("Claiming works again")
    failures = 0
    waiting.add(claimed)
    if (limit > 0 && claimed.length === limit) return 0
    return pace.pollMs * (yield* Random.nextBetween(1 - POLL_JITTER, 1 + POLL_JITTER))
  }).pipe(
    Effect.provideService(MonitorSchedule, schedule),
    Effect.catch((error) => failed(explainStoreError(error))),
    Effect.catchDefect((defect) => failed(String(defect)))
  )

  const loop = Effect.gen(function* () {
    while (!stop.isOpen()) {
      health.beat("looks", STANDS_STILL_MS)
      const waitMs = yield* turn
      if (waitMs > 0) yield* Effect.timeoutOption(stop.await, waitMs)
    }
  })

  const fiber = yield* Effect.forkDetach(loop)

  const drain = Effect.gen(function* () {
    stop.openUnsafe()
    health.stop("looks")
    const done = Effect.gen(function* () {
      yield* handBack(yield* waiting.stop)
      yield* Fiber.await(fiber)
      yield* handBack(yield* waiting.stop)
      yield* looks.empty
    })
    const inTime = yield* Effect.timeoutOption(done, pace.drainMs)
    if (Option.isSome(inTime)) return
    yield* Effect.timeoutOption(Fiber.interrupt(fiber), pace.releaseMs)
    yield* handBack([...(yield* waiting.stop), ...(yield* looks.abandon)])
  })

  return { drain } satisfies ClaimLoop
})
