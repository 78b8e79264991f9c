import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import process from "node:process"

/** The message that a worker sends to its supervisor once it has started. */
export const READY_MESSAGE = "ready"

export const isSupervised = (): boolean => process.send !== undefined

// The worker shuts itself down when its supervisor is gone, because nothing else would stop it.
const shutDown = () => void process.kill(process.pid, "SIGTERM")

const connect: Effect.Effect<void, never, Scope.Scope> = Effect.gen(function* () {
  if (process.send === undefined) return
  if (!process.connected) return shutDown()
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("disconnect", shutDown)),
    () => Effect.sync(() => process.off("disconnect", shutDown))
  )
  process.send(READY_MESSAGE)
})

/**
 * Reports to the supervisor, if there is one, that this worker has started. Shuts the worker down when the supervisor
 * is gone.
 */
export const layerSupervisorChannel: Layer.Layer<never> = Layer.effectDiscard(connect)
