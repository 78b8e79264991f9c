import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { foundUrl } from "./read.ts"

/** Stops checking a page immediately. */
export const pauseUrl = Effect.fn("pauseUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  return yield* foundUrl(yield* (yield* UrlMonitors).pause(caller.viewer, id))
})

/** Resumes checking a page immediately. */
export const resumeUrl = Effect.fn("resumeUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  return yield* foundUrl(yield* (yield* UrlMonitors).resume(caller.viewer, id))
})

/** Soft-deletes a URL monitor and stops its checks immediately. */
export const removeUrl = Effect.fn("removeUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  const [removed] = yield* (yield* UrlMonitors).remove(caller.viewer, [id])
  return { id: yield* foundUrl(removed ?? null), deleted: true } as const
})
