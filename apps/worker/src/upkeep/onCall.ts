import { OnCallWatches } from "@mon/core-store"
import { type DeliveryIdentity, type OutgoingMail, reportSchedule } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inBatches } from "../loops/inBatches.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/** Notifies people of hand-offs and gaps of on-call schedules, and removes people who have left from the schedules. */
export const layerOnCall: Layer.Layer<never, never, OnCallWatches | OutgoingMail | DeliveryIdentity> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const watches = yield* OnCallWatches
      const services = yield* Effect.context<OutgoingMail | DeliveryIdentity>()
      const { plansMs } = yield* WorkerTimings
      const watch = Effect.map(watches.watchNext(reportSchedule), (found) => (found ? 1 : 0))
      yield* startPeriodicTasks([
        {
          name: "watching on-call schedules",
          everyMs: plansMs,
          run: Effect.provideContext(inBatches(watch, 1), services)
        }
      ])
    })
  )
