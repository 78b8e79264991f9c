import { type StoredPageScreenshot, Timelines, PageMonitors } from "@mon/core-store"
import { type TimelineRange, pageLimits, type PageMonitor } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { imageUrl } from "../../http/imageEndpoint.ts"
import { shownDiagnosis } from "../diagnoses/shownDiagnosis.ts"
import { languageFor } from "../languageFor.ts"
import { pageMonitors } from "../monitors/pageMonitors.ts"

const { found, sees } = pageMonitors

export const withDiagnosis = Effect.fnUntraced(function* (caller: Caller, monitor: PageMonitor) {
  const failure = yield* (yield* PageMonitors).failure(caller.viewer, monitor.id)
  const diagnosis =
    failure === null ? null : shownDiagnosis(failure.diagnosisFacts, languageFor(caller, failure.language))
  return { ...monitor, diagnosis }
})

/** Returns a screenshot with signed image URLs instead of hashes. */
const shownScreenshot = Effect.fnUntraced(function* ({ image, thumbnail, ...shot }: StoredPageScreenshot) {
  return { ...shot, imageUrl: yield* imageUrl(image), thumbnailUrl: yield* imageUrl(thumbnail) }
})

export const pageScreenshots = Effect.fn("pageScreenshots")(function* (
  caller: Caller,
  id: string,
  limit: number = pageLimits.screenshotsListed.default
) {
  yield* sees(caller)
  const shots = yield* found(yield* (yield* PageMonitors).screenshots(caller.viewer, id, limit))
  return yield* Effect.forEach(shots, shownScreenshot)
})

export const pageTimeline = Effect.fn("pageTimeline")(function* (
  caller: Caller,
  id: string,
  range: TimelineRange = "24h"
) {
  yield* sees(caller)
  return yield* found(yield* (yield* Timelines).readUrl(caller.viewer, id, range))
})
