import { Domains } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { found, writableRight } from "./access.ts"

/** Starts checks again with the state `unknown`; what is not paused stays as it is. */
export const resumeDomain = Effect.fn("resumeDomain")(function* (caller: Caller, id: string) {
  yield* writableRight(caller, id)
  return yield* found(yield* (yield* Domains).resume(caller.viewer, id))
})
