import { BadRequest, type CreateTag, messages, NotFound, type UpdateTag } from "@mon/api-contract"
import { Tags } from "@mon/core-store"
import { tagLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"

const duplicate = () => new BadRequest({ message: messages.tagDuplicate })

/** Makes a tag; its name without the spaces around it. */
export const createTag = Effect.fn("createTag")(function* (
  caller: Caller,
  { color = tagLimits.color, name }: CreateTag
) {
  yield* ownerOnly(caller)
  const result = yield* (yield* Tags).create(caller.viewer, { name: name.trim(), color }, tagLimits.tags)
  if (result._tag === "Saved") return result.tag
  return yield* result._tag === "LimitReached"
    ? new BadRequest({ message: messages.tagLimit(tagLimits.tags) })
    : duplicate()
})

/** Changes the fields that are given. */
export const updateTag = Effect.fn("updateTag")(function* (caller: Caller, id: string, { name, ...rest }: UpdateTag) {
  yield* ownerOnly(caller)
  const patch = name === undefined ? rest : { ...rest, name: name.trim() }
  const result = yield* (yield* Tags).update(caller.viewer, id, patch)
  if (result._tag === "Saved") return result.tag
  return yield* result._tag === "Duplicate" ? duplicate() : new NotFound({ message: messages.tagNotFound })
})
