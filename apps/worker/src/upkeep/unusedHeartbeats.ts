import { UnusedHeartbeats } from "@mon/core-store"
import { type DeliveryIdentity, type OutgoingMail, remindOfUnusedHeartbeats } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inBatches } from "../loops/inBatches.ts"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/** Reminds account owners of heartbeats that have never received a ping. */
export const layerUnusedHeartbeats: Layer.Layer<never, never, UnusedHeartbeats | OutgoingMail | DeliveryIdentity> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const unused = yield* UnusedHeartbeats
      const services = yield* Effect.context<OutgoingMail | DeliveryIdentity>()
      const { hourlyPurgeMs } = yield* WorkerTimings
      const remind = Effect.map(unused.remindNext(remindOfUnusedHeartbeats), (sent) => (sent ? 1 : 0))
      yield* startPeriodicTasks([
        {
          name: "reminding people of unused heartbeats",
          everyMs: hourlyPurgeMs,
          run: Effect.provideContext(inBatches(remind, 1), services)
        }
      ])
    })
  )
