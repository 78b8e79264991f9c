import type { RecordedCheck } from "@mon/core-store"
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"

/** Signals batches of checks that opened or resolved incidents. */
interface Signal {
  /** Never waits: a slow subscriber must not delay checks. */
  readonly publish: (checks: ReadonlyArray<RecordedCheck>) => Effect.Effect<void>
  /** The next published checks, as soon as there are any. */
  readonly events: Effect.Effect<ReadonlyArray<RecordedCheck>>
}

/** Batches that may be queued; beyond that the newest are dropped. */
const CAPACITY = 200

/**
 * Published when checks open or resolve incidents. Default: no subscriber; {@link layerIncidentSignal} provides one.
 */
export const IncidentSignal = Context.Reference<Signal>("@mon/checks/IncidentSignal", {
  defaultValue: () => ({ publish: () => Effect.void, events: Effect.never })
})

/** A signal with a queue for one subscriber. */
export const layerIncidentSignal: Layer.Layer<never> = Layer.effect(
  IncidentSignal,
  Effect.gen(function* () {
    const queue = yield* Queue.dropping<ReadonlyArray<RecordedCheck>, Cause.Done>(CAPACITY)
    return {
      publish: (checks: ReadonlyArray<RecordedCheck>) => Effect.asVoid(Queue.offer(queue, checks)),
      events: Effect.orDie(Effect.map(Queue.takeBetween(queue, 1, CAPACITY), (batches) => batches.flat()))
    }
  })
)
