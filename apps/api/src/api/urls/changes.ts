import { UrlMonitors } from "@mon/core-store"
import { urlLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { foundUrl } from "./access.ts"
import { shownChange } from "../monitors/images.ts"

/** What changed on a page, newest first. */
export const urlChanges = Effect.fn("urlChanges")(function* (
  caller: Caller,
  id: string,
  limit: number = urlLimits.changesListed.default
) {
  yield* ownerOnly(caller)
  const changes = yield* foundUrl(yield* (yield* UrlMonitors).changes(caller.viewer, id, limit))
  return yield* Effect.forEach(changes, shownChange)
})
