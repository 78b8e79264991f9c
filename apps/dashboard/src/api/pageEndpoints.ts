import type {
  PagePreview,
  SeenChanges,
  TimelineRange,
  PageChange,
  PageDetails,
  PageMonitor,
  PageScreenshot,
  PageTimeline
} from "@mon/model"
import { change, read } from "./client.ts"
import { type Answer, byId } from "./endpoints.ts"
import { kindEndpoints } from "./kindEndpoints.ts"

const ofChange = (id: string, changeId: string, rest = "") =>
  `${byId("/urls", id)}/changes/${encodeURIComponent(changeId)}${rest}`

export const pageEndpoints = {
  ...kindEndpoints("url"),
  page: (id: string, signal?: AbortSignal) => read<PageDetails>(byId("/urls", id), signal),
  create: (url: string, options: Readonly<Record<string, unknown>> = {}) =>
    change<PageMonitor>("POST", "/urls", { ...options, url }),
  preview: (url: string, options: Readonly<Record<string, unknown>>) =>
    change<PagePreview>("POST", "/urls/preview", { ...options, url }),
  previewChange: (id: string, changes: Readonly<Record<string, unknown>>) =>
    change<PagePreview>("POST", byId("/urls", id, "/preview"), changes),
  updateMany: (urlIds: ReadonlyArray<string>, updates: Readonly<Record<string, unknown>>) =>
    change<Answer<"urls", "bulkUpdate">>("PATCH", "/urls/bulk", { urlIds, updates }),
  checkNow: (id: string) => change<Answer<"urls", "checkNow">>("POST", byId("/urls", id, "/check-now")),
  changes: (id: string, signal?: AbortSignal) =>
    read<ReadonlyArray<PageChange>>(byId("/urls", id, "/changes?limit=50"), signal),
  change: (id: string, changeId: string, signal?: AbortSignal) => read<PageChange>(ofChange(id, changeId), signal),
  screenshots: (id: string, signal?: AbortSignal) =>
    read<ReadonlyArray<PageScreenshot>>(byId("/urls", id, "/screenshots?limit=50"), signal),
  timeline: (id: string, range: TimelineRange, signal?: AbortSignal) =>
    read<PageTimeline>(byId("/urls", id, `/timeline?range=${range}`), signal),
  setSeen: (id: string, changeId: string, isSeen: boolean) =>
    change<SeenChanges>(isSeen ? "PUT" : "DELETE", ofChange(id, changeId, "/seen")),
  setAllSeen: (id: string) => change<SeenChanges>("PUT", byId("/urls", id, "/changes/seen"))
} as const
