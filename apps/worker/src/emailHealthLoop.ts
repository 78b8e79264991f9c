import {
  emailHealthLimits,
  checkDueEmailHealth,
  claimEmailHealth,
  type ClaimedEmailHealth,
  type EmailHealthReportCache
} from "@mon/checks"
import { EmailHealthChecks, StoreError } from "@mon/core-store"
import { explainStoreError } from "@mon/process-runtime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import { countEmailHealthCheck } from "./Metrics.ts"
import { WorkerConfig } from "./WorkerConfig.ts"
import { WorkerPace } from "./WorkerPace.ts"

/** Checks of e-mail health at once: each asks up to 220 questions. */
const CONCURRENCY = 16
/** After a fault of ours the domain is due again after this time. */
const FAULT_RETRY_MS = 900_000
/** How long checks may take to end when the worker stops; another one makes them anew without harm. */
const DRAIN_MS = 1_000
/** Claims that failed are repeated this much later than others. */
const FAILED_POLLS = 10

/** Checks the e-mail health of due domains until the scope closes; then what runs may end, and the rest is handed back. */
export const startEmailHealthLoop = Effect.gen(function* () {
  const checks = yield* EmailHealthChecks
  const services = yield* Effect.context<EmailHealthReportCache | EmailHealthChecks>()
  const { leaseMarginMs } = yield* WorkerConfig
  const pace = yield* WorkerPace
  const fibers = yield* FiberSet.make<void>()
  const stop = yield* Latch.make()
  const changed = yield* Latch.make()
  const left = new Set<ClaimedEmailHealth>()
  const leaseMs = emailHealthLimits.deadlineMs + emailHealthLimits.maxWaitMs + leaseMarginMs
  let failing = false

  const failed = (due: ClaimedEmailHealth, error: string) =>
    Effect.annotateLogs(Effect.logError("An e-mail health check was lost; it is repeated later"), { error }).pipe(
      Effect.andThen(countEmailHealthCheck("fault")),
      // Without the store the lease ends by itself.
      Effect.andThen(Effect.ignore(checks.postpone(due, FAULT_RETRY_MS)))
    )

  const checkOne = (due: ClaimedEmailHealth) =>
    checkDueEmailHealth(due).pipe(
      Effect.provideContext(services),
      Effect.flatMap(({ accepted, announced }) => countEmailHealthCheck(announced ?? (accepted ? "recorded" : "late"))),
      Effect.catch((error) => failed(due, error instanceof StoreError ? explainStoreError(error) : error.message)),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : failed(due, Cause.pretty(cause))
      ),
      // What is interrupted stays in the set: its lease is handed back.
      Effect.onExit((exit) =>
        Effect.sync(() => {
          if (Exit.isSuccess(exit)) left.delete(due)
          changed.openUnsafe()
        })
      ),
      Effect.annotateLogs({ monitor: due.monitorKey })
    )

  const turn = Effect.gen(function* () {
    const room = CONCURRENCY - left.size
    if (room === 0) {
      changed.closeUnsafe()
      yield* Effect.raceFirst(changed.await, stop.await)
      return 0
    }
    const claimed = yield* claimEmailHealth(room, leaseMs)
    failing = false
    for (const due of claimed) {
      left.add(due)
      yield* FiberSet.run(fibers, checkOne(due))
    }
    return claimed.length === room ? 0 : pace.emailHealthPollMs
  }).pipe(
    Effect.provideService(EmailHealthChecks, checks),
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      const log = failing
        ? Effect.void
        : Effect.logWarning("Domains whose e-mail health is due cannot be claimed; trying again", cause)
      failing = true
      return Effect.as(log, FAILED_POLLS * pace.emailHealthPollMs)
    })
  )

  const loop = Effect.gen(function* () {
    while (!stop.isOpen()) {
      const waitMs = yield* turn
      if (waitMs > 0) yield* Effect.timeoutOption(stop.await, waitMs)
    }
  })

  const handBack = Effect.suspend(() => {
    const claimed = [...left]
    return claimed.length === 0
      ? Effect.void
      : checks.release(claimed).pipe(
          Effect.andThen(Effect.logInfo("Leases of e-mail health checks were handed back")),
          Effect.catch((error) =>
            Effect.annotateLogs(Effect.logWarning("Leases could not be handed back; they end by themselves"), {
              error: explainStoreError(error)
            })
          ),
          Effect.timeoutOption(pace.releaseMs),
          Effect.annotateLogs({ leases: claimed.length })
        )
  })

  const start = Effect.forkDetach(loop)

  yield* Effect.acquireRelease(start, (fiber) =>
    Effect.gen(function* () {
      stop.openUnsafe()
      const done = Effect.andThen(Fiber.await(fiber), FiberSet.awaitEmpty(fibers))
      if (Option.isSome(yield* Effect.timeoutOption(done, Math.min(DRAIN_MS, pace.drainMs)))) return
      yield* Effect.timeoutOption(Fiber.interrupt(fiber), pace.releaseMs)
      yield* FiberSet.clear(fibers)
      yield* handBack
    })
  )
})
