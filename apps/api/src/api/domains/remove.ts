import { Domains } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { found, rightOver } from "./access.ts"

/** Soft-deletes a domain and stops watching it at once. */
export const removeDomain = Effect.fn("removeDomain")(function* (caller: Caller, id: string) {
  yield* rightOver(caller, id)
  yield* ownerOnly(caller)
  const [removed] = yield* (yield* Domains).remove(caller.viewer, [id])
  return { id: yield* found(removed ?? null), deleted: true } as const
})
