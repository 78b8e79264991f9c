import { claimDomains, type DueDomain, explainStoreError } from "@mon/checks"
import { Schedule } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { type LooksInFlight, POSTPONED_MS } from "./LooksInFlight.ts"
import { countFailedClaim, countPostponed, observeLateness } from "./Metrics.ts"
import { WorkerConfig } from "./WorkerConfig.ts"
import { WorkerPace, type WorkerRhythm } from "./WorkerPace.ts"

/** Most monitors of one claim: more would hold their leases while they wait for this process's one core. */
const MAX_CLAIM = 200
/** Looks that begin in one turn of the event loop: many at once delay each other, and what they measure is that delay. */
const BEGIN_AT_ONCE = 10
/** Long enough for timers to let the event loop go round. */
const BREATH_MS = 1

const backoffMs = (failures: number, pace: WorkerRhythm) =>
  Math.min(pace.backoffFirstMs * 2 ** Math.min(failures - 1, 30), pace.backoffLongestMs)

/** A claim loop that runs, and how it is stopped. */
export interface ClaimLoop {
  /** Stops claiming, lets looks end for a while, and hands the leases of the others back. */
  readonly drain: Effect.Effect<void>
}

/** Claims due monitors for as long as there is room, and starts their looks. */
export const startClaimLoop = Effect.fnUntraced(function*(looks: LooksInFlight) {
  const schedule = yield* Schedule
  const config = yield* WorkerConfig
  const pace = yield* WorkerPace
  const stop = yield* Latch.make()
  let failures = 0

  const handBack = (claimed: ReadonlyArray<DueDomain>) =>
    claimed.length === 0 ? Effect.void : schedule.release(claimed).pipe(
      Effect.andThen(Effect.logInfo("Leases were handed back")),
      Effect.catch((error) =>
        Effect.annotateLogs(Effect.logWarning("Leases could not be handed back; they end by themselves"), {
          error: explainStoreError(error)
        })
      ),
      Effect.timeoutOption(pace.releaseMs),
      Effect.annotateLogs({ leases: claimed.length })
    )

  /** Those whose hosts have enough come back soon: until then they are in nobody's way. */
  const postpone = Effect.fnUntraced(function*(crowded: ReadonlyArray<DueDomain>) {
    if (crowded.length === 0) return
    yield* countPostponed(crowded.length)
    yield* schedule.postpone(crowded, POSTPONED_MS)
  })

  const begin = Effect.fnUntraced(function*(claimed: ReadonlyArray<DueDomain>) {
    const crowded: Array<DueDomain> = []
    for (let from = 0; from < claimed.length; from += BEGIN_AT_ONCE) {
      if (stop.isOpen()) return yield* handBack([...crowded, ...claimed.slice(from)])
      for (const due of claimed.slice(from, from + BEGIN_AT_ONCE)) {
        yield* observeLateness(due.claimedAt - due.dueAt)
        if (!(yield* looks.start(due))) crowded.push(due)
      }
      yield* Effect.sleep(BREATH_MS)
    }
    yield* postpone(crowded)
  })

  // Whatever happens, the loop goes on: a worker that stopped in silence would be worse than one that complains.
  const failed = Effect.fnUntraced(function*(error: string) {
    failures += 1
    yield* countFailedClaim
    if (failures === 1) {
      yield* Effect.annotateLogs(Effect.logWarning("Due monitors cannot be claimed; trying again"), { error })
    }
    return backoffMs(failures, pace) * (yield* Random.nextBetween(0.8, 1.2))
  })

  /** How long to wait before the next claim. */
  const turn = Effect.gen(function*() {
    const limit = Math.min(yield* looks.room(config.concurrency), MAX_CLAIM)
    if (stop.isOpen()) return 0
    const claimed = yield* claimDomains(limit, config.leaseMarginMs)
    if (failures > 0) yield* Effect.logInfo("Claiming works again")
    failures = 0
    yield* begin(claimed)
    return claimed.length === limit ? 0 : pace.pollMs
  }).pipe(
    Effect.provideService(Schedule, schedule),
    Effect.catch((error) => failed(explainStoreError(error))),
    Effect.catchDefect((defect) => failed(String(defect)))
  )

  const loop = Effect.gen(function*() {
    while (!stop.isOpen()) {
      const waitMs = yield* turn
      if (waitMs > 0) yield* Effect.timeoutOption(stop.await, waitMs)
    }
  })

  const fiber = yield* Effect.forkDetach(loop)

  const drain = Effect.gen(function*() {
    stop.openUnsafe()
    const done = Effect.andThen(Fiber.await(fiber), looks.empty)
    const inTime = yield* Effect.timeoutOption(done, pace.drainMs)
    if (Option.isSome(inTime)) return
    yield* Effect.timeoutOption(Fiber.interrupt(fiber), pace.releaseMs)
    yield* handBack(yield* looks.abandon)
  })

  return { drain } satisfies ClaimLoop
})
