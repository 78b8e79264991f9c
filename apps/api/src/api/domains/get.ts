import { Domains } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { found } from "./access.ts"

/** One domain that the caller can see. */
export const getDomain = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  return yield* found(yield* (yield* Domains).find(viewer, id))
})
