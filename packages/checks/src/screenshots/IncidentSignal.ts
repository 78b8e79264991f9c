import type { RecordedCheck } from "@mon/core-store"
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"

/** A signal that carries batches of checks that opened or resolved incidents. */
interface Signal {
  /** Publishes checks. Never waits, because a slow subscriber must not delay checks. */
  readonly publish: (checks: ReadonlyArray<RecordedCheck>) => Effect.Effect<void>
  /** Waits for the next published checks and returns them. */
  readonly events: Effect.Effect<ReadonlyArray<RecordedCheck>>
}

/** The most queued batches. When the queue is full, new batches are dropped. */
const CAPACITY = 200

/**
 * The signal that is published when checks open or resolve incidents. By default, the signal has no subscriber.
 * {@link layerIncidentSignal} provides one.
 */
export const IncidentSignal = Context.Reference<Signal>("@mon/checks/IncidentSignal", {
  defaultValue: () => ({ publish: () => Effect.void, events: Effect.never })
})

/** Provides a signal with a queue for one subscriber. */
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
