import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { foundUrl } from "./access.ts"

/** Soft-deletes a URL monitor and stops watching the page at once. */
export const removeUrl = Effect.fn("removeUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  const [removed] = yield* (yield* UrlMonitors).remove(caller.viewer, [id])
  return { id: yield* foundUrl(removed ?? null), deleted: true } as const
})
