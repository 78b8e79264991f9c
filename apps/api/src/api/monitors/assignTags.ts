import { messages, NotFound } from "@mon/api-contract"
import { type AssignTagsResult, type Tagged, Tags } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

const absent: Record<Exclude<AssignTagsResult, "Assigned" | "NoMonitor">, string> = { NoTag: messages.tagNotFound }

/** Replaces all tags of a monitor. False if the caller can see no such monitor; 404 if a tag is not the account's. */
export const assignTags = Effect.fn("assignTags")(function* (
  { viewer }: Caller,
  kind: Tagged,
  id: string,
  tagIds: ReadonlyArray<string>
) {
  const result = yield* (yield* Tags).assign(viewer, kind, id, tagIds)
  if (result === "Assigned" || result === "NoMonitor") return result === "Assigned"
  return yield* new NotFound({ message: absent[result] })
})
