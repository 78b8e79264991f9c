import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { foundUrl } from "./read.ts"

/** Stops checking a page at once. */
export const pauseUrl = Effect.fn("pauseUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  return yield* foundUrl(yield* (yield* UrlMonitors).pause(caller.viewer, id))
})

/** Starts checking a page again, at once. */
export const resumeUrl = Effect.fn("resumeUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  return yield* foundUrl(yield* (yield* UrlMonitors).resume(caller.viewer, id))
})

/** Soft-deletes a URL monitor and stops watching the page at once. */
export const removeUrl = Effect.fn("removeUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  const [removed] = yield* (yield* UrlMonitors).remove(caller.viewer, [id])
  return { id: yield* foundUrl(removed ?? null), deleted: true } as const
})
