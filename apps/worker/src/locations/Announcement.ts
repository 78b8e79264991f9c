import { Locations } from "@mon/core-store"
import { explainStoreError } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { startChores } from "../chores.ts"
import { WorkerConfig } from "../WorkerConfig.ts"
import { WorkerPace } from "../WorkerPace.ts"

/** Tells the workers of other locations, for as long as the scope is open, that this location can be asked. */
export const announceLocation: Effect.Effect<void, never, Locations | WorkerConfig | Scope.Scope> = Effect.gen(
  function* () {
    const locations = yield* Locations
    const { location } = yield* WorkerConfig
    const { announceMs, releaseMs } = yield* WorkerPace
    // Names a process for as long as it lives; nothing secret hangs on it.
    const worker = randomUUID()
    yield* Effect.addFinalizer(() =>
      locations.leave(worker).pipe(
        Effect.catch((error) =>
          Effect.annotateLogs(Effect.logDebug("The leave could not be told; others notice in time"), {
            error: explainStoreError(error)
          })
        ),
        Effect.timeoutOption(releaseMs)
      )
    )
    yield* startChores([["announcing this worker's location", locations.announce(worker, location), announceMs]])
  }
)
