import { messages, NotFound } from "@mon/api-contract"
import { Tags } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { createTag, updateTag } from "./save.ts"

const listTags = Effect.fnUntraced(function* ({ viewer }: Caller) {
  return yield* (yield* Tags).list(viewer)
})

/** Takes a tag off everything. */
const removeTag = Effect.fn("removeTag")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  if (!(yield* (yield* Tags).remove(caller.viewer, id))) return yield* new NotFound({ message: messages.tagNotFound })
  return { id, deleted: true } as const
})

export const tagHandlers: GroupHandlers<"tags"> = {
  list: ({ caller }) => Effect.map(listTags(caller), ok),
  create: ({ caller, payload }) => Effect.map(createTag(caller, payload), ok),
  update: ({ caller, params, payload }) => Effect.map(updateTag(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(removeTag(caller, params.id), ok)
}
