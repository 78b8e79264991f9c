import { guard } from "@mon/bundled/callbacks"
import * as Effect from "effect/Effect"

/**
 * Lets other work of the process run between the verifications of two signatures, because each signature takes a few
 * milliseconds.
 */
export const nextTurn: Effect.Effect<void> = Effect.callback((resume) => {
  const safely = guard((error) => resume(Effect.die(error)))
  const immediate = setImmediate(safely(() => resume(Effect.void)))
  return Effect.sync(() => clearImmediate(immediate))
})
