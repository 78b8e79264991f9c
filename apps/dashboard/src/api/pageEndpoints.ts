import type {
  PagePreview,
  SeenChanges,
  TimelineRange,
  UrlChange,
  UrlDetails,
  UrlMonitor,
  UrlScreenshot,
  UrlTimeline
} from "@mon/model"
import { change, read } from "./client.ts"
import { type Answer, byId } from "./endpoints.ts"

const ofChange = (id: string, changeId: string, rest = "") =>
  `${byId("/urls", id)}/changes/${encodeURIComponent(changeId)}${rest}`

/** The calls of the screens of pages. */
export const pageEndpoints = {
  page: (id: string, signal?: AbortSignal) => read<UrlDetails>(byId("/urls", id), signal),
  create: (url: string, options: Readonly<Record<string, unknown>> = {}) =>
    change<UrlMonitor>("POST", "/urls", { ...options, url }),
  preview: (url: string, options: Readonly<Record<string, unknown>>) =>
    change<PagePreview>("POST", "/urls/preview", { ...options, url }),
  previewChange: (id: string, changes: Readonly<Record<string, unknown>>) =>
    change<PagePreview>("POST", byId("/urls", id, "/preview"), changes),
  update: (id: string, changes: Readonly<Record<string, unknown>>) =>
    change<UrlMonitor>("PATCH", byId("/urls", id), changes),
  updateMany: (urlIds: ReadonlyArray<string>, updates: Readonly<Record<string, unknown>>) =>
    change<Answer<"urls", "bulkUpdate">>("PATCH", "/urls/bulk", { urlIds, updates }),
  setTags: (id: string, tagIds: ReadonlyArray<string>) =>
    change<UrlMonitor>("PUT", byId("/urls", id, "/tags"), { tagIds }),
  pause: (id: string) => change<UrlMonitor>("POST", byId("/urls", id, "/pause")),
  resume: (id: string) => change<UrlMonitor>("POST", byId("/urls", id, "/resume")),
  undoPause: (id: string) => change<UrlMonitor>("POST", byId("/urls", id, "/resume?undo=true")),
  checkNow: (id: string) => change<Answer<"urls", "checkNow">>("POST", byId("/urls", id, "/check-now")),
  remove: (urlIds: ReadonlyArray<string>) =>
    change<Answer<"urls", "bulkRemove">>("DELETE", "/urls/bulk", { urlIds, confirmation: "DELETE" }),
  changes: (id: string, signal?: AbortSignal) =>
    read<ReadonlyArray<UrlChange>>(byId("/urls", id, "/changes?limit=50"), signal),
  change: (id: string, changeId: string, signal?: AbortSignal) => read<UrlChange>(ofChange(id, changeId), signal),
  screenshots: (id: string, signal?: AbortSignal) =>
    read<ReadonlyArray<UrlScreenshot>>(byId("/urls", id, "/screenshots?limit=50"), signal),
  timeline: (id: string, range: TimelineRange, signal?: AbortSignal) =>
    read<UrlTimeline>(byId("/urls", id, `/timeline?range=${range}`), signal),
  setSeen: (id: string, changeId: string, isSeen: boolean) =>
    change<SeenChanges>(isSeen ? "PUT" : "DELETE", ofChange(id, changeId, "/seen")),
  setAllSeen: (id: string) => change<SeenChanges>("PUT", byId("/urls", id, "/changes/seen"))
} as const
