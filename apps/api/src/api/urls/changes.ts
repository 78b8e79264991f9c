import { BadRequest, messages, NotFound } from "@mon/api-contract"
import { type NotThere, type StoredUrlChange, UrlMonitors } from "@mon/core-store"
import { type SeenChanges, urlLimits } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { imageUrlOrNull } from "../../http/imageEndpoint.ts"
import { urlMonitors } from "../monitors/urlMonitors.ts"

const { found, sees } = urlMonitors

/** A change of a URL monitor by its path. */
interface ChangeId {
  readonly id: string
  readonly changeId: string
}

/** A change entry with signed image URLs instead of hashes. */
export const shownChange = Effect.fnUntraced(function* ({ afterImage, beforeImage, ...shown }: StoredUrlChange) {
  return {
    ...shown,
    beforeScreenshotUrl: yield* imageUrlOrNull(beforeImage),
    afterScreenshotUrl: yield* imageUrlOrNull(afterImage)
  }
})

/** The given value, or 404 with the part of the path that the store did not find. */
const foundChange = <A extends object | number>(change: A | NotThere): Effect.Effect<A, NotFound> => {
  if (change === "NoMonitor") return Effect.fail(new NotFound({ message: messages.urlNotFound }))
  if (change === "NoChange") return Effect.fail(new NotFound({ message: messages.changeNotFound }))
  return Effect.succeed(change)
}

/** Finds the changes of a page, newest first. */
export const urlChanges = Effect.fn("urlChanges")(function* (
  caller: Caller,
  id: string,
  { limit = urlLimits.changesListed.default, ...page }: { readonly limit?: number; readonly before?: string }
) {
  yield* sees(caller)
  const changes = yield* (yield* UrlMonitors).changes(caller.viewer, id, { ...page, limit })
  if (changes === "NoChange") return yield* new BadRequest({ message: messages.changeBefore })
  return yield* Effect.forEach(yield* found(changes === "NoMonitor" ? null : changes), shownChange)
})

/** One change of a page. */
export const urlChange = Effect.fn("urlChange")(function* (caller: Caller, { changeId, id }: ChangeId) {
  yield* sees(caller)
  return yield* shownChange(yield* foundChange(yield* (yield* UrlMonitors).change(caller.viewer, id, changeId)))
})

/** Marks a change as seen by the caller, or as not seen. */
export const markChange = Effect.fn("markChange")(function* (
  caller: Caller,
  { changeId, id }: ChangeId,
  isSeen: boolean
) {
  yield* sees(caller)
  const marked = yield* (yield* UrlMonitors).markChange(caller.viewer, id, changeId, isSeen)
  return { urlId: id, unseenChanges: yield* foundChange(marked) } satisfies SeenChanges
})

/** Marks all changes of a page as seen by the caller. */
export const markAllSeen = Effect.fn("markAllSeen")(function* (caller: Caller, id: string) {
  yield* sees(caller)
  const unseenChanges = yield* found(yield* (yield* UrlMonitors).markAllChanges(caller.viewer, id))
  return { urlId: id, unseenChanges } satisfies SeenChanges
})
