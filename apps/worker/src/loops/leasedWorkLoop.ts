import { recordInternalError } from "@mon/process-runtime/internal-errors"
import { explainStoreError } from "@mon/process-runtime"
import { claimFairly, isUnavailable, logUnavailable, makeAccountShares, StoreError } from "@mon/core-store"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import { drainLoop, releaseLeases } from "../gracefulShutdown/drainLoop.ts"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/** A kind of work that becomes due in the store. Each item is performed once, by the worker that claims it. */
export interface LeasedWork<A, E extends Error, R> {
  /** The name of the work in log lines, such as "registrations". */
  readonly name: string
  /** Waits until work may be due. The loop uses it after a claim that did not fill all free slots. */
  readonly idle: Effect.Effect<void>
  /** The longest time that work in progress may take to finish when the loop ends, in milliseconds. Default: 1 s. */
  readonly drainMs?: number
  readonly concurrency: number
  readonly leaseMs: number
  readonly claim: (
    limit: number,
    leaseMs: number,
    exceptAccounts: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<A>, StoreError, R>
  /**
   * The account that an item belongs to. One account has at most half of the items in progress while items of other
   * accounts wait. Default: items belong to no account.
   */
  readonly accountOf?: (claimed: A) => string | null
  readonly perform: (claimed: A) => Effect.Effect<void, E | StoreError, R>
  readonly release: (claimed: ReadonlyArray<A>) => Effect.Effect<void, StoreError, R>
  /** Handles the failure of `perform`. Default: logs the error. The item becomes due again when its lease expires. */
  readonly onFailed?: (claimed: A, error: string) => Effect.Effect<void, never, R>
}

const FAILED_MS = 10_000

const logFailed = (error: string) =>
  Effect.annotateLogs(Effect.logError("Leased work failed. It will be repeated when its lease expires"), { error })

const errorMessage = (error: Error): string => (error instanceof StoreError ? explainStoreError(error) : error.message)

/**
 * Claims and performs work until the scope closes. Work in progress may then finish within `drainMs`. The leases of
 * unfinished work are released.
 */
export const startLeasedWorkLoop = Effect.fnUntraced(function* <A, E extends Error, R>({
  accountOf = () => null,
  claim,
  concurrency,
  drainMs,
  idle,
  leaseMs,
  name,
  onFailed,
  perform,
  release
}: LeasedWork<A, E, R>): Effect.fn.Return<void, never, R | Scope.Scope> {
  const services = yield* Effect.context<R>()
  const timings = yield* WorkerTimings
  const fibers = yield* FiberSet.make<void>()
  const stop = yield* Latch.make()
  const changed = yield* Latch.make()
  const inProgress = new Set<A>()
  const shares = makeAccountShares(concurrency)
  let failing = false

  const failed = (claimed: A, message: string, error: unknown) =>
    onFailed !== undefined
      ? onFailed(claimed, message)
      : isUnavailable(error)
        ? logUnavailable(error, name)
        : logFailed(message)

  const run = (claimed: A) =>
    perform(claimed).pipe(
      Effect.catch((error) => failed(claimed, errorMessage(error), error)),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.andThen(
              recordInternalError("work", "Leased work ended with an internal error", cause),
              failed(claimed, Cause.pretty(cause), null)
            )
      ),
      // Work that the end of the loop interrupts stays in the set `inProgress`, so that its lease is released.
      Effect.onExit((exit) =>
        Effect.sync(() => {
          shares.release(accountOf(claimed))
          if (Exit.isSuccess(exit) || !stop.isOpen()) inProgress.delete(claimed)
          changed.openUnsafe()
        })
      ),
      Effect.annotateLogs({ work: name }),
      Effect.provideContext(services)
    )

  /** Claims as much work as there are free slots, and returns the wait before the next claim. */
  const claimOnce = Effect.gen(function* () {
    const room = concurrency - inProgress.size
    if (room === 0) {
      changed.closeUnsafe()
      yield* Effect.raceFirst(changed.await, stop.await)
      return Effect.void
    }
    const batch = yield* claimFairly(
      { room, full: shares.full(), allowance: shares.allowance() },
      (limit, exceptAccounts) => claim(limit, leaseMs, exceptAccounts)
    )
    failing = false
    for (const claimed of batch.claimed) {
      inProgress.add(claimed)
      shares.acquire(accountOf(claimed))
      yield* FiberSet.run(fibers, run(claimed))
    }
    return batch.more ? Effect.void : idle
  }).pipe(
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      const error = Cause.squash(cause)
      const log = isUnavailable(error)
        ? logUnavailable(error, name)
        : failing
          ? Effect.void
          : Effect.annotateLogs(Effect.logWarning("Could not claim due work. The worker will try again", cause), {
              work: name
            })
      failing = true
      return Effect.as(log, Effect.sleep(FAILED_MS))
    })
  )

  const loop = Effect.gen(function* () {
    while (!stop.isOpen()) {
      yield* Effect.raceFirst(yield* claimOnce, stop.await)
    }
  })

  yield* Effect.acquireRelease(Effect.forkDetach(loop), (fiber) => {
    stop.openUnsafe()
    return drainLoop({
      loop: fiber,
      finished: Effect.andThen(Fiber.await(fiber), FiberSet.awaitEmpty(fibers)),
      deadlineMs: drainMs ?? Math.min(shutdownDeadlines.leasedWorkMs, timings.drainMs),
      releaseMs: timings.releaseMs,
      abandon: Effect.andThen(
        FiberSet.clear(fibers),
        Effect.suspend(() => releaseLeases([...inProgress], release, timings.releaseMs))
      )
    }).pipe(Effect.annotateLogs({ work: name }))
  })
})
