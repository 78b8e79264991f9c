import { Locations } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { found } from "./access.ts"

/** What a minority of the locations sees of a domain. */
export const domainAdvisories = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  return yield* found(yield* (yield* Locations).advisories(viewer, id))
})
