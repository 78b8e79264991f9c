import { ServicePause, type StoreError } from "@mon/core-store"
import { explainStoreError } from "@mon/process-runtime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { WorkerTimings } from "../settings/WorkerTimings.ts"

const HINT = "`mon-server resume` starts checks and notifications. Stop the original service first"

/**
 * Builds the worker immediately, or when the pause of the service ends. A service that was restored from a backup is
 * paused. As long as the original service still runs, the copy would check every site and send every alert a second
 * time.
 */
export const layerUnlessPaused = <E, R>(
  worker: Layer.Layer<never, E, R>
): Layer.Layer<never, E | StoreError, R | ServicePause> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const service = yield* ServicePause
      const { pausePollMs } = yield* WorkerTimings
      const pause = yield* service.find()
      if (pause === null) return worker
      yield* Effect.annotateLogs(
        Effect.logWarning("The service is paused. Workers check nothing and send nothing until you resume it"),
        { reason: pause.reason, since: pause.pausedAt.toISOString(), hint: HINT }
      )
      const resumed = service.find().pipe(
        Effect.catch((error) =>
          Effect.as(
            Effect.logWarning(`Could not read whether the service is paused: ${explainStoreError(error)}`),
            pause
          )
        ),
        Effect.tap((found) => (found === null ? Effect.void : Effect.sleep(pausePollMs))),
        Effect.repeat({ until: (found) => found === null })
      )
      return Layer.effectDiscard(
        Effect.forkScoped(
          resumed.pipe(
            Effect.andThen(Effect.logInfo("The service was resumed. The worker is starting")),
            Effect.andThen(Layer.launch(worker)),
            Effect.tapCause((cause) =>
              Cause.hasInterruptsOnly(cause)
                ? Effect.void
                : Effect.logError("The worker could not start. It will try again", cause)
            ),
            Effect.retry(Schedule.spaced(pausePollMs))
          )
        )
      )
    })
  )
