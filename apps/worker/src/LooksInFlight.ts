import { checkDomain, type Connectivity, type DueDomain, explainStoreError, Recorder } from "@mon/checks"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import { countHeldLook, countLook, setInFlight } from "./Metrics.ts"

/** The looks that this worker has claimed and not yet recorded. */
export interface LooksInFlight {
  readonly start: (due: DueDomain) => Effect.Effect<void>
  /** Waits until there are fewer than `limit`, and answers how many more there may be. */
  readonly room: (limit: number) => Effect.Effect<number>
  /** Waits until there are none. */
  readonly empty: Effect.Effect<void>
  /** Ends the looks that are left and answers what they had claimed. */
  readonly abandon: Effect.Effect<ReadonlyArray<DueDomain>>
}

export const makeLooksInFlight: Effect.Effect<
  LooksInFlight,
  never,
  Recorder | UptimeProbe | Connectivity | Scope.Scope
> = Effect.gen(function*() {
  const recorder = yield* Recorder
  const services = yield* Effect.context<UptimeProbe | Connectivity>()
  const fibers = yield* FiberSet.make<void>()
  const left = new Set<DueDomain>()
  const changed = yield* Latch.make()

  const look = Effect.fnUntraced(function*(due: DueDomain) {
    const row = yield* checkDomain(due)
    yield* countLook(row.errorCode ?? "ok")
    if (row.held) yield* countHeldLook
    const taken = yield* recorder.record(row)
    if (!taken) yield* Effect.logDebug("The lease was over before the look was recorded")
  })

  const ended = (due: DueDomain) => {
    left.delete(due)
    changed.openUnsafe()
    return setInFlight(left.size)
  }

  // What is interrupted stays in the set: its lease is handed back.
  const run = (due: DueDomain) =>
    look(due).pipe(
      Effect.provideContext(services),
      Effect.catch((error) =>
        Effect.annotateLogs(Effect.logError("A look was lost; it is repeated after its lease"), {
          error: explainStoreError(error)
        })
      ),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logError("A look broke", cause)
      ),
      Effect.onExit((exit) => Exit.isSuccess(exit) ? ended(due) : Effect.void),
      Effect.annotateLogs({ monitor: due.monitorKey })
    )

  const room = (limit: number): Effect.Effect<number> =>
    Effect.suspend(() => {
      if (left.size < limit) return Effect.succeed(limit - left.size)
      changed.closeUnsafe()
      return Effect.flatMap(changed.await, () => room(limit))
    })

  return {
    start: Effect.fnUntraced(function*(due) {
      left.add(due)
      yield* setInFlight(left.size)
      yield* FiberSet.run(fibers, run(due))
    }),
    room,
    empty: FiberSet.awaitEmpty(fibers),
    abandon: Effect.gen(function*() {
      yield* FiberSet.clear(fibers)
      const claimed = [...left]
      left.clear()
      return claimed
    })
  }
})
