import { Accounts } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

/** The caller's own settings and its account's. */
export const showSettings = Effect.fnUntraced(function* ({ viewer }: Caller) {
  return yield* (yield* Accounts).settings(viewer)
})
