import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { foundUrl } from "./access.ts"

/** Starts checking a page again, at once. */
export const resumeUrl = Effect.fn("resumeUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  return yield* foundUrl(yield* (yield* UrlMonitors).resume(caller.viewer, id))
})
