import type { StoreError } from "@mon/core-store"
import { explainStoreError } from "@mon/process-runtime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { WorkerPace } from "./WorkerPace.ts"

/** Work that comes due in the store and is done once, whoever of the workers claims it. */
export interface DueWork<A, R> {
  /** As the log says it: "registrations". */
  readonly name: string
  /** Wait before the next claim when the last one was not full, in milliseconds; that of facts unless told. */
  readonly pollMs?: number
  /** Most of it at once. */
  readonly concurrency: number
  readonly claim: (limit: number) => Effect.Effect<ReadonlyArray<A>, StoreError, R>
  readonly work: (due: A) => Effect.Effect<void, StoreError, R>
  /** Hands back what was claimed and not done. */
  readonly release: (claimed: ReadonlyArray<A>) => Effect.Effect<void, StoreError, R>
}

/** How long work may take to end when the worker stops; another one does it anew without harm. */
const DRAIN_MS = 1_000
/** Claims that failed are repeated this much later than others. */
const FAILED_POLLS = 10

// Its lease ends by itself, and it is due again.
const lost = (error: string) =>
  Effect.annotateLogs(Effect.logError("Something that was due could not be done; it is repeated after its lease"), {
    error
  })

/** Does what is due until the scope closes; then what runs may end for a moment, and the rest is handed back. */
export const startDueLoop = Effect.fnUntraced(function* <A, R>({
  claim,
  concurrency,
  name,
  pollMs,
  release,
  work
}: DueWork<A, R>): Effect.fn.Return<void, never, R | Scope.Scope> {
  const services = yield* Effect.context<R>()
  const pace = yield* WorkerPace
  const waitMs = pollMs ?? pace.factsPollMs
  const fibers = yield* FiberSet.make<void>()
  const stop = yield* Latch.make()
  const changed = yield* Latch.make()
  const left = new Set<A>()
  let failing = false

  const run = (due: A) =>
    work(due).pipe(
      Effect.catch((error) => lost(explainStoreError(error))),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : lost(Cause.pretty(cause))
      ),
      // What is interrupted stays in the set: its lease is handed back.
      Effect.onExit((exit) =>
        Effect.sync(() => {
          if (Exit.isSuccess(exit)) left.delete(due)
          changed.openUnsafe()
        })
      ),
      Effect.annotateLogs({ work: name }),
      Effect.provideContext(services)
    )

  const turn = Effect.gen(function* () {
    const room = concurrency - left.size
    if (room === 0) {
      changed.closeUnsafe()
      yield* Effect.raceFirst(changed.await, stop.await)
      return 0
    }
    const claimed = yield* claim(room)
    failing = false
    for (const due of claimed) {
      left.add(due)
      yield* FiberSet.run(fibers, run(due))
    }
    return claimed.length === room ? 0 : waitMs
  }).pipe(
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      const log = failing
        ? Effect.void
        : Effect.annotateLogs(Effect.logWarning("What is due cannot be claimed; trying again", cause), { work: name })
      failing = true
      return Effect.as(log, FAILED_POLLS * waitMs)
    })
  )

  const loop = Effect.gen(function* () {
    while (!stop.isOpen()) {
      const pauseMs = yield* turn
      if (pauseMs > 0) yield* Effect.timeoutOption(stop.await, pauseMs)
    }
  })

  const handBack = Effect.suspend(() => {
    const claimed = [...left]
    return claimed.length === 0
      ? Effect.void
      : release(claimed).pipe(
          Effect.catch((error) =>
            Effect.annotateLogs(Effect.logWarning("Leases could not be handed back; they end by themselves"), {
              error: explainStoreError(error)
            })
          ),
          Effect.timeoutOption(pace.releaseMs),
          Effect.annotateLogs({ work: name, leases: claimed.length })
        )
  })

  yield* Effect.acquireRelease(Effect.forkDetach(loop), (fiber) =>
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
