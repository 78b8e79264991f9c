import { type StoredUrlScreenshot, Timelines, UrlMonitors } from "@mon/core-store"
import { type TimelineRange, urlLimits, type UrlMonitor } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { imageUrl } from "../../http/imageEndpoint.ts"
import { shownDiagnosis } from "../diagnoses/shownDiagnosis.ts"
import { languageFor } from "../languageFor.ts"
import { urlMonitors } from "../monitors/urlMonitors.ts"

const { found, sees } = urlMonitors

/** A URL monitor with the likely causes of its failed check. */
export const withDiagnosis = Effect.fnUntraced(function* (caller: Caller, monitor: UrlMonitor) {
  const failure = yield* (yield* UrlMonitors).failure(caller.viewer, monitor.id)
  const diagnosis =
    failure === null ? null : shownDiagnosis(failure.diagnosisFacts, languageFor(caller, failure.language))
  return { ...monitor, diagnosis }
})

/** A screenshot entry with signed image URLs instead of hashes. */
const shownScreenshot = Effect.fnUntraced(function* ({ image, thumbnail, ...shot }: StoredUrlScreenshot) {
  return { ...shot, imageUrl: yield* imageUrl(image), thumbnailUrl: yield* imageUrl(thumbnail) }
})

/** The stored screenshots of a page, newest first. */
export const urlScreenshots = Effect.fn("urlScreenshots")(function* (
  caller: Caller,
  id: string,
  limit: number = urlLimits.screenshotsListed.default
) {
  yield* sees(caller)
  const shots = yield* found(yield* (yield* UrlMonitors).screenshots(caller.viewer, id, limit))
  return yield* Effect.forEach(shots, shownScreenshot)
})

/** Response times, availability, changes and gaps, for charts. */
export const urlTimeline = Effect.fn("urlTimeline")(function* (
  caller: Caller,
  id: string,
  range: TimelineRange = "24h"
) {
  yield* sees(caller)
  return yield* found(yield* (yield* Timelines).readUrl(caller.viewer, id, range))
})
