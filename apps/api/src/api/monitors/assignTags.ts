import { Forbidden, messages, NotFound } from "@mon/api-contract"
import { Tags } from "@mon/core-store"
import type { MonitorKind } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

/**
 * Replaces all tags of a monitor. False if the caller can see no such monitor; 404 if a tag is not the account's, 403
 * if a member changes who can see the monitor.
 */
export const assignTags = Effect.fn("assignTags")(function* (
  { viewer }: Caller,
  kind: MonitorKind,
  id: string,
  tagIds: ReadonlyArray<string>
) {
  const result = yield* (yield* Tags).assign(viewer, kind, id, tagIds)
  if (result === "NoTag") return yield* new NotFound({ message: messages.tagNotFound })
  if (result === "SharingTag") return yield* new Forbidden({ message: messages.sharingTag })
  return result === "Assigned"
})
