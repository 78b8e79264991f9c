import { BadRequest, type CreateTag, messages, NotFound, type UpdateTag } from "@mon/api-contract"
import { Tags } from "@mon/core-store"
import { tagLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

const duplicate = () => new BadRequest({ message: messages.tagDuplicate })

export const createTag = Effect.fn("createTag")(function* (
  caller: Caller,
  { color = tagLimits.color, name }: CreateTag
) {
  const result = yield* (yield* Tags).create(caller.viewer, { name: name.trim(), color }, tagLimits.tags)
  if (result._tag === "Saved") return result.tag
  return yield* result._tag === "LimitReached"
    ? new BadRequest({ message: messages.tagLimit(tagLimits.tags) })
    : duplicate()
})

export const updateTag = Effect.fn("updateTag")(function* (caller: Caller, id: string, { name, ...rest }: UpdateTag) {
  yield* adminOnly(caller)
  const patch = name === undefined ? rest : { ...rest, name: name.trim() }
  const result = yield* (yield* Tags).update(caller.viewer, id, patch)
  if (result._tag === "Saved") return result.tag
  return yield* result._tag === "Duplicate" ? duplicate() : new NotFound({ message: messages.tagNotFound })
})

const listTags = Effect.fnUntraced(function* ({ viewer }: Caller) {
  return yield* (yield* Tags).list(viewer)
})

export const removeTag = Effect.fn("removeTag")(function* (caller: Caller, id: string) {
  yield* adminOnly(caller)
  if (!(yield* (yield* Tags).remove(caller.viewer, id))) return yield* new NotFound({ message: messages.tagNotFound })
  return { id, deleted: true } as const
})

export const tagHandlers: GroupHandlers<"tags"> = {
  list: ({ caller }) => Effect.map(listTags(caller), ok),
  create: {
    prepare: ({ caller, payload }) => Effect.as(adminOnly(caller), Effect.map(createTag(caller, payload), ok))
  },
  update: ({ caller, params, payload }) => Effect.map(updateTag(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(removeTag(caller, params.id), ok)
}
