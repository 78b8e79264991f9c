import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { monitorHandlers } from "../monitors/monitorHandlers.ts"
import { urlMonitors } from "../monitors/urlMonitors.ts"
import { urlScreenshots, urlTimeline, withDiagnosis } from "./read.ts"
import { markAllSeen, markChange, urlChange, urlChanges } from "./changes.ts"
import { checkUrlNow } from "./checkNow.ts"
import { previewChangedUrl, previewUrl } from "./preview.ts"

const { checkNew, get } = urlMonitors

export const urlHandlers: GroupHandlers<"urls"> = {
  ...monitorHandlers("url", urlMonitors),
  get: ({ caller, params }) =>
    Effect.map(
      Effect.flatMap(get(caller, params.id), (monitor) => withDiagnosis(caller, monitor)),
      ok
    ),
  preview: { check: checkNew, handle: ({ caller, payload }) => Effect.map(previewUrl(caller, payload), ok) },
  previewChange: ({ caller, params, payload }) => Effect.map(previewChangedUrl(caller, params.id, payload), ok),
  checkNow: ({ caller, params }) => Effect.map(checkUrlNow(caller, params.id), ok),
  changes: ({ caller, params, query }) => Effect.map(urlChanges(caller, params.id, query), ok),
  change: ({ caller, params }) => Effect.map(urlChange(caller, params), ok),
  markAllSeen: ({ caller, params }) => Effect.map(markAllSeen(caller, params.id), ok),
  markSeen: ({ caller, params }) => Effect.map(markChange(caller, params, true), ok),
  markUnseen: ({ caller, params }) => Effect.map(markChange(caller, params, false), ok),
  timeline: ({ caller, params, query }) => Effect.map(urlTimeline(caller, params.id, query.range), ok),
  screenshots: ({ caller, params, query }) => Effect.map(urlScreenshots(caller, params.id, query.limit), ok)
}
