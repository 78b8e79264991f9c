import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { urlMonitors } from "../monitors/urlMonitors.ts"
import { urlScreenshots, urlTimeline, withDiagnosis } from "./read.ts"
import { markAllSeen, markChange, urlChange, urlChanges } from "./changes.ts"
import { checkUrlNow } from "./checkNow.ts"
import { previewChangedUrl, previewUrl } from "./preview.ts"

const { bulkRemove, bulkUpdate, change, checkNew, create, get, list, pause, remove, resume, setTags } = urlMonitors

export const urlHandlers: GroupHandlers<"urls"> = {
  list: ({ caller, query }) =>
    Effect.map(list(caller, query), ({ items, pagination }) => ({ ...ok(items), pagination })),
  get: ({ caller, params }) =>
    Effect.map(
      Effect.flatMap(get(caller, params.id), (monitor) => withDiagnosis(caller, monitor)),
      ok
    ),
  create: {
    check: checkNew,
    prepare: ({ caller, payload }) => Effect.map(create(caller, payload), Effect.map(ok))
  },
  preview: { check: checkNew, handle: ({ caller, payload }) => Effect.map(previewUrl(caller, payload), ok) },
  previewChange: ({ caller, params, payload }) => Effect.map(previewChangedUrl(caller, params.id, payload), ok),
  update: ({ caller, params, payload }) => Effect.map(change(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(remove(caller, params.id), ok),
  pause: ({ caller, params }) => Effect.map(pause(caller, params.id), ok),
  resume: ({ caller, params, query }) => Effect.map(resume(caller, params.id, query.undo), ok),
  checkNow: ({ caller, params }) => Effect.map(checkUrlNow(caller, params.id), ok),
  changes: ({ caller, params, query }) => Effect.map(urlChanges(caller, params.id, query), ok),
  change: ({ caller, params }) => Effect.map(urlChange(caller, params), ok),
  markAllSeen: ({ caller, params }) => Effect.map(markAllSeen(caller, params.id), ok),
  markSeen: ({ caller, params }) => Effect.map(markChange(caller, params, true), ok),
  markUnseen: ({ caller, params }) => Effect.map(markChange(caller, params, false), ok),
  timeline: ({ caller, params, query }) => Effect.map(urlTimeline(caller, params.id, query.range), ok),
  screenshots: ({ caller, params, query }) => Effect.map(urlScreenshots(caller, params.id, query.limit), ok),
  setTags: ({ caller, params, payload }) => Effect.map(setTags(caller, params.id, payload.tagIds), ok),
  bulkUpdate: ({ caller, payload }) => Effect.map(bulkUpdate(caller, payload.urlIds, payload.updates), ok),
  bulkRemove: ({ caller, payload }) => Effect.map(bulkRemove(caller, payload.urlIds), ok)
}
