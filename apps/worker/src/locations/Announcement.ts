import { Connectivity } from "@mon/checks"
import { HeartbeatPings, Locations } from "@mon/core-store"
import { explainStoreError } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { startPeriodicTasks } from "../loops/periodicTasks.ts"
import { WorkerConfig } from "../settings/WorkerConfig.ts"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

/**
 * Announces to the workers of other locations that this worker is alive, and to people whether this worker's own
 * network is in doubt. If it is in doubt, records the time in which pings of heartbeats may have been lost. Runs while
 * the scope is open.
 */
export const announceLocation: Effect.Effect<
  void,
  never,
  Connectivity | HeartbeatPings | Locations | WorkerConfig | Scope.Scope
> = Effect.gen(function* () {
  const locations = yield* Locations
  const pings = yield* HeartbeatPings
  const connectivity = yield* Connectivity
  const { hasMailServer = true, location, locationNetwork = null } = yield* WorkerConfig
  const { announceMs, releaseMs } = yield* WorkerTimings
  // The id of this process, which is not secret.
  const worker = randomUUID()
  yield* Effect.addFinalizer(() =>
    locations.leave(worker).pipe(
      Effect.catch((error) =>
        Effect.annotateLogs(
          Effect.logDebug("Could not withdraw this worker's location. The announcement will expire on its own"),
          {
            error: explainStoreError(error)
          }
        )
      ),
      Effect.timeoutOption(releaseMs)
    )
  )
  const announce = Effect.gen(function* () {
    // This runs before the announcement, so that the first of several workers whose network is back records the loss
    // for all workers.
    yield* connectivity.recordLoss((ms) => pings.lost(worker, ms))
    const networkInDoubt = yield* connectivity.inDoubt
    yield* locations.announce(worker, location, {
      networkInDoubt,
      storesEmails: !hasMailServer,
      network: locationNetwork
    })
  })
  yield* startPeriodicTasks([{ name: "announcing this worker's location", everyMs: announceMs, run: announce }])
})
