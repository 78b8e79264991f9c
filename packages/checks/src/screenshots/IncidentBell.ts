import { type RecordedLook, MonitorSchedule } from "@mon/core-store"
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

/** Rung when looks opened or ended incidents; nobody listens unless {@link layerIncidentBell} is provided. */
export const IncidentBell = Context.Reference<Bell>("@mon/checks/IncidentBell", {
  defaultValue: () => ({ ring: () => Effect.void, heard: Effect.never })
})

/** A bell that is heard. */
export const layerIncidentBell: Layer.Layer<never> = Layer.effect(
  IncidentBell,
  Effect.gen(function* () {
    const queue = yield* Queue.dropping<ReadonlyArray<RecordedLook>, Cause.Done>(CAPACITY)
    return {
      ring: (looks: ReadonlyArray<RecordedLook>) => Effect.asVoid(Queue.offer(queue, looks)),
      heard: Effect.orDie(Effect.map(Queue.takeBetween(queue, 1, CAPACITY), (batches) => batches.flat()))
    }
  })
)

/** A schedule that rings the bell when what it recorded opened or ended an incident. */
export const layerBellSchedule: Layer.Layer<MonitorSchedule, never, MonitorSchedule> = Layer.effect(
  MonitorSchedule,
  Effect.gen(function* () {
    const schedule = yield* MonitorSchedule
    const bell = yield* IncidentBell
    return MonitorSchedule.of({
      ...schedule,
      record: (looks, pace) =>
        Effect.tap(schedule.record(looks, pace), ({ opened, resolved }) =>
          opened + resolved === 0 ? Effect.void : bell.ring(looks.map(({ at, monitorKey }) => ({ at, monitorKey })))
        )
    })
  })
)
