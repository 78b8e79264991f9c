import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { bulkRemoveUrls, bulkUpdateUrls } from "./bulk.ts"
import { getUrl, listUrls, urlScreenshots, urlTimeline, withDiagnosis } from "./read.ts"
import { markAllSeen, markChange, urlChange, urlChanges } from "./changes.ts"
import { checkUrlNow } from "./checkNow.ts"
import { checkNewUrl, createUrl } from "./create.ts"
import { pauseUrl, removeUrl, resumeUrl } from "./lifecycle.ts"
import { previewChangedUrl, previewUrl } from "./preview.ts"
import { setUrlTags, changeUrl } from "./update.ts"

export const urlHandlers: GroupHandlers<"urls"> = {
  list: ({ caller, query }) =>
    Effect.map(listUrls(caller, query), ({ items, pagination }) => ({ ...ok(items), pagination })),
  get: ({ caller, params }) =>
    Effect.map(
      Effect.flatMap(getUrl(caller, params.id), (monitor) => withDiagnosis(caller, monitor)),
      ok
    ),
  create: {
    check: checkNewUrl,
    prepare: ({ caller, payload }) => Effect.map(createUrl(caller, payload), Effect.map(ok))
  },
  preview: { check: checkNewUrl, handle: ({ caller, payload }) => Effect.map(previewUrl(caller, payload), ok) },
  previewChange: ({ caller, params, payload }) => Effect.map(previewChangedUrl(caller, params.id, payload), ok),
  update: ({ caller, params, payload }) => Effect.map(changeUrl(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(removeUrl(caller, params.id), ok),
  pause: ({ caller, params }) => Effect.map(pauseUrl(caller, params.id), ok),
  resume: ({ caller, params, query }) => Effect.map(resumeUrl(caller, params.id, query.undo), ok),
  checkNow: ({ caller, params }) => Effect.map(checkUrlNow(caller, params.id), ok),
  changes: ({ caller, params, query }) => Effect.map(urlChanges(caller, params.id, query), ok),
  change: ({ caller, params }) => Effect.map(urlChange(caller, params), ok),
  markAllSeen: ({ caller, params }) => Effect.map(markAllSeen(caller, params.id), ok),
  markSeen: ({ caller, params }) => Effect.map(markChange(caller, params, true), ok),
  markUnseen: ({ caller, params }) => Effect.map(markChange(caller, params, false), ok),
  timeline: ({ caller, params, query }) => Effect.map(urlTimeline(caller, params.id, query.range), ok),
  screenshots: ({ caller, params, query }) => Effect.map(urlScreenshots(caller, params.id, query.limit), ok),
  setTags: ({ caller, params, payload }) => Effect.map(setUrlTags(caller, params.id, payload.tagIds), ok),
  bulkUpdate: ({ caller, payload }) => Effect.map(bulkUpdateUrls(caller, payload), ok),
  bulkRemove: ({ caller, payload }) => Effect.map(bulkRemoveUrls(caller, payload), ok)
}
