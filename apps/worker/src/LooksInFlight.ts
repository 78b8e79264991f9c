import {
  checkDomain,
  type Connectivity,
  type DueDomain,
  explainStoreError,
  type HostPlace,
  makeHostPlaces,
  Recorder,
  traced
} from "@mon/checks"
import { MonitorSchedule } from "@mon/core-store"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { countHeldLook, countLook, countPostponed, setInFlight } from "./Metrics.ts"
import { WorkerConfig } from "./WorkerConfig.ts"

/** A look whose host has as many as it may have to bear is due again after this time. */
export const POSTPONED_MS = 1_000
/** Of the lease's margin, how much a look may wait for its turn; the rest is for recording it. */
const WAITING_SHARE = 0.5

/** The looks that this worker has claimed and not yet recorded. */
export interface LooksInFlight {
  /** Starts a look; false when its host has as many in flight and waiting as it may have, and it is to be postponed. */
  readonly start: (due: DueDomain) => Effect.Effect<boolean>
  /** How many more there may be when `limit` may be in flight, besides those that wait for their host. */
  readonly room: (limit: number) => number
  /** Comes back when something holds, which is tried now and whenever a look has ended. */
  readonly when: (holds: () => boolean) => Effect.Effect<void>
  /** Waits until there are none. */
  readonly empty: Effect.Effect<void>
  /** Ends the looks that are left and answers what they had claimed. */
  readonly abandon: Effect.Effect<ReadonlyArray<DueDomain>>
}

export const makeLooksInFlight: Effect.Effect<
  LooksInFlight,
  never,
  Recorder | UptimeProbe | Connectivity | MonitorSchedule | WorkerConfig | Scope.Scope
> = Effect.gen(function* () {
  const recorder = yield* Recorder
  const schedule = yield* MonitorSchedule
  const { leaseMarginMs } = yield* WorkerConfig
  const places = makeHostPlaces()
  const services = yield* Effect.context<UptimeProbe | Connectivity>()
  const fibers = yield* FiberSet.make<void>()
  const left = new Set<DueDomain>()
  const changed = yield* Latch.make()

  const look = Effect.fnUntraced(function* (due: DueDomain, place: HostPlace) {
    const turn = place.isFree
      ? Option.some(undefined)
      : yield* Effect.timeoutOption(place.turn, leaseMarginMs * WAITING_SHARE)
    if (Option.isNone(turn)) {
      yield* countPostponed(1)
      return yield* schedule.postpone([due], POSTPONED_MS)
    }
    const row = yield* traced("look", { kind: "client" })(checkDomain(due))
    place.leave()
    changed.openUnsafe()
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
  const run = (due: DueDomain, place: HostPlace) =>
    look(due, place).pipe(
      Effect.ensuring(Effect.sync(place.leave)),
      Effect.provideContext(services),
      Effect.catch((error) =>
        Effect.annotateLogs(Effect.logError("A look was lost; it is repeated after its lease"), {
          error: explainStoreError(error)
        })
      ),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logError("A look broke", cause)
      ),
      Effect.onExit((exit) => (Exit.isSuccess(exit) ? ended(due) : Effect.void)),
      Effect.annotateLogs({ monitor: due.monitorKey })
    )

  const when = (holds: () => boolean): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (holds()) return Effect.void
      changed.closeUnsafe()
      return Effect.flatMap(changed.await, () => when(holds))
    })

  return {
    start: Effect.fnUntraced(function* (due) {
      const place = places.take(due.hostname)
      if (place === null) return false
      left.add(due)
      yield* setInFlight(left.size)
      yield* FiberSet.run(fibers, run(due, place))
      return true
    }),
    room: (limit) => limit - (left.size - places.waiting()),
    when,
    empty: FiberSet.awaitEmpty(fibers),
    abandon: Effect.gen(function* () {
      yield* FiberSet.clear(fibers)
      const claimed = [...left]
      left.clear()
      return claimed
    })
  }
})
