import { UrlMonitors } from "@mon/core-store"
import { urlLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { foundUrl } from "./access.ts"
import { shownScreenshot } from "../monitors/images.ts"

/** The screenshots of a page that are still kept, newest first. */
export const urlScreenshots = Effect.fn("urlScreenshots")(function* (
  caller: Caller,
  id: string,
  limit: number = urlLimits.screenshotsListed.default
) {
  yield* ownerOnly(caller)
  const shots = yield* foundUrl(yield* (yield* UrlMonitors).screenshots(caller.viewer, id, limit))
  return yield* Effect.forEach(shots, shownScreenshot)
})
