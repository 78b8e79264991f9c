import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { foundUrl } from "./access.ts"

/** Stops checking a page at once. */
export const pauseUrl = Effect.fn("pauseUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  return yield* foundUrl(yield* (yield* UrlMonitors).pause(caller.viewer, id))
})
