import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import process from "node:process"

/** What a process tells the supervisor that started it, once it works. */
export const READY = "ready"
/** The exit code of a process of a supervisor whose settings cannot be used: EX_CONFIG of sysexits(3). */
export const REFUSED = 78

/** Whether a supervisor started this process. */
export const hasParent = (): boolean => process.send !== undefined

/** A worker without its supervisor would be one that nobody stops: it drains and ends. */
const orphaned = () => void process.kill(process.pid, "SIGTERM")

const join: Effect.Effect<void, never, Scope.Scope> = Effect.gen(function* () {
  if (process.send === undefined) return
  if (!process.connected) return orphaned()
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("disconnect", orphaned)),
    () => Effect.sync(() => process.off("disconnect", orphaned))
  )
  process.send(READY)
})

/** Tells the supervisor, if there is one, that this process works, and ends with it. */
export const layerParent: Layer.Layer<never> = Layer.effectDiscard(join)
