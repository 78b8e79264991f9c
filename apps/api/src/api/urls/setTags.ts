import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { assignTags } from "../monitors/assignTags.ts"
import { foundUrl } from "./access.ts"
import { getUrl } from "./get.ts"

/** Replaces all tags of a URL monitor. */
export const setUrlTags = Effect.fn("setUrlTags")(function* (
  caller: Caller,
  id: string,
  tagIds: ReadonlyArray<string>
) {
  yield* ownerOnly(caller)
  yield* foundUrl((yield* assignTags(caller, "url", id, tagIds)) || null)
  return yield* getUrl(caller, id)
})
