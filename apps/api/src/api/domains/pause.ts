import { Domains } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { found, writableRight } from "./access.ts"

/** Stops checks and alerts at once; what is paused already stays as it is. */
export const pauseDomain = Effect.fn("pauseDomain")(function* (caller: Caller, id: string) {
  yield* writableRight(caller, id)
  return yield* found(yield* (yield* Domains).pause(caller.viewer, id))
})
