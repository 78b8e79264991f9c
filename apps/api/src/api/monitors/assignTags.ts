import { messages, NotFound } from "@mon/api-contract"
import { type AssignTagsResult, type Tagged, Tags } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

const absent: Record<Exclude<AssignTagsResult, "Assigned" | "NoMonitor">, string> = { NoTag: messages.tagNotFound }

/** Replaces all tags of a monitor; false when the caller sees no such monitor. A tag that is not the account's is a 404. */
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
