import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { foundUrl, rightOverUrl, writableUrl } from "../monitors/urlAccess.ts"

/** Stops checking a page immediately. */
export const pauseUrl = Effect.fn("pauseUrl")(function* (caller: Caller, id: string) {
  yield* writableUrl(caller, id)
  return yield* foundUrl(yield* (yield* UrlMonitors).pause(caller.viewer, id))
})

/** Resumes checking a page immediately. `undoes`: a recent pause is taken back, so that the state stays. */
export const resumeUrl = Effect.fn("resumeUrl")(function* (caller: Caller, id: string, undoes = false) {
  yield* writableUrl(caller, id)
  if (undoes) yield* (yield* UrlMonitors).undoPause(caller.viewer, id)
  return yield* foundUrl(yield* (yield* UrlMonitors).resume(caller.viewer, id))
})

/** Soft-deletes a URL monitor and stops its checks immediately. */
export const removeUrl = Effect.fn("removeUrl")(function* (caller: Caller, id: string) {
  yield* rightOverUrl(caller, id)
  yield* adminOnly(caller)
  const [removed] = yield* (yield* UrlMonitors).remove(caller.viewer, [id])
  return { id: yield* foundUrl(removed ?? null), deleted: true } as const
})
