import { type RecordedLook, Schedule } from "@mon/core-store"
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"

/** Tells of batches of looks that opened or ended incidents. */
interface Bell {
  /** Never waits: looks are not to be delayed by what others make of them. */
  readonly ring: (looks: ReadonlyArray<RecordedLook>) => Effect.Effect<void>
  /** The next batches, as soon as there is one. */
  readonly heard: Effect.Effect<ReadonlyArray<RecordedLook>>
}

/** Batches that may wait to be heard; while more than that are recorded, the newest go unheard. */
const CAPACITY = 200

/** Rung when looks opened or ended incidents; nobody listens unless {@link layerIncidentSignal} is provided. */
export const IncidentSignal = Context.Reference<Bell>("@mon/checks/IncidentSignal", {
  defaultValue: () => ({ ring: () => Effect.void, heard: Effect.never })
})

/** A bell that is heard. */
export const layerIncidentSignal: Layer.Layer<never> = Layer.effect(
  IncidentSignal,
  Effect.gen(function* () {
    const queue = yield* Queue.dropping<ReadonlyArray<RecordedLook>, Cause.Done>(CAPACITY)
    return {
      ring: (looks: ReadonlyArray<RecordedLook>) => Effect.asVoid(Queue.offer(queue, looks)),
      heard: Effect.orDie(Effect.map(Queue.takeBetween(queue, 1, CAPACITY), (batches) => batches.flat()))
    }
  })
)

/** A schedule that rings the bell when what it recorded opened or ended an incident. */
export const layerSignallingSchedule: Layer.Layer<Schedule, never, Schedule> = Layer.effect(
  Schedule,
  Effect.gen(function* () {
    const schedule = yield* Schedule
    const bell = yield* IncidentSignal
    return Schedule.of({
      ...schedule,
      record: (looks, pace) =>
        Effect.tap(schedule.record(looks, pace), ({ opened, resolved }) =>
          opened + resolved === 0 ? Effect.void : bell.ring(looks.map(({ at, monitorKey }) => ({ at, monitorKey })))
        )
    })
  })
)
