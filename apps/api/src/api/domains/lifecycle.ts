import { Domains } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { found, rightOver, writableRight } from "./access.ts"

/** Stops checks and alerts immediately. Has no effect on a domain that is already paused. */
export const pauseDomain = Effect.fn("pauseDomain")(function* (caller: Caller, id: string) {
  yield* writableRight(caller, id)
  return yield* found(yield* (yield* Domains).pause(caller.viewer, id))
})

/**
 * Resumes checks with the state `unknown`. Has no effect on a domain that is not paused. `undoes`: a recent pause is
 * taken back, so that nothing is unknown.
 */
export const resumeDomain = Effect.fn("resumeDomain")(function* (caller: Caller, id: string, undoes = false) {
  yield* writableRight(caller, id)
  if (undoes) yield* (yield* Domains).undoPause(caller.viewer, id)
  return yield* found(yield* (yield* Domains).resume(caller.viewer, id))
})

/** Soft-deletes a domain and stops its checks immediately. */
export const removeDomain = Effect.fn("removeDomain")(function* (caller: Caller, id: string) {
  yield* rightOver(caller, id)
  yield* adminOnly(caller)
  const [removed] = yield* (yield* Domains).remove(caller.viewer, [id])
  return { id: yield* found(removed ?? null), deleted: true } as const
})
