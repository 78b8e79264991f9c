import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { foundUrl } from "./access.ts"

/** One URL monitor of the account. */
export const getUrl = Effect.fn("getUrl")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  return yield* foundUrl(yield* (yield* UrlMonitors).find(caller.viewer, id))
})
