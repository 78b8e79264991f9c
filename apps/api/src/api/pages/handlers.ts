import { Effect } from "effect"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { monitorHandlers } from "../monitors/monitorHandlers.ts"
import { pageMonitors } from "../monitors/pageMonitors.ts"
import { pageScreenshots, pageTimeline, withDiagnosis } from "./read.ts"
import { markAllSeen, markChange, pageChange, pageChanges } from "./changes.ts"
import { checkPageNow } from "./checkNow.ts"
import { previewChangedPage, previewNewPage } from "./preview.ts"

const { checkNew, get } = pageMonitors

export const urlHandlers: GroupHandlers<"urls"> = {
  ...monitorHandlers("url", pageMonitors),
  get: ({ caller, params }) =>
    Effect.map(
      Effect.flatMap(get(caller, params.id), (monitor) => withDiagnosis(caller, monitor)),
      ok
    ),
  preview: { check: checkNew, handle: ({ caller, payload }) => Effect.map(previewNewPage(caller, payload), ok) },
  previewChange: ({ caller, params, payload }) => Effect.map(previewChangedPage(caller, params.id, payload), ok),
  checkNow: ({ caller, params }) => Effect.map(checkPageNow(caller, params.id), ok),
  changes: ({ caller, params, query }) => Effect.map(pageChanges(caller, params.id, query), ok),
  change: ({ caller, params }) => Effect.map(pageChange(caller, params), ok),
  markAllSeen: ({ caller, params }) => Effect.map(markAllSeen(caller, params.id), ok),
  markSeen: ({ caller, params }) => Effect.map(markChange(caller, params, true), ok),
  markUnseen: ({ caller, params }) => Effect.map(markChange(caller, params, false), ok),
  timeline: ({ caller, params, query }) => Effect.map(pageTimeline(caller, params.id, query.range), ok),
  screenshots: ({ caller, params, query }) => Effect.map(pageScreenshots(caller, params.id, query.limit), ok)
}
