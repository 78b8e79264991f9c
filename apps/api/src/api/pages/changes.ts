import { BadRequest, messages, NotFound } from "@mon/api-contract"
import { type NotThere, type StoredPageChange, PageMonitors } from "@mon/core-store"
import { type SeenChanges, pageLimits } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { imageUrlOrNull } from "../../http/imageEndpoint.ts"
import { pageMonitors } from "../monitors/pageMonitors.ts"

const { found, sees } = pageMonitors

interface ChangeId {
  readonly id: string
  readonly changeId: string
}

/** Returns a change with signed image URLs instead of hashes. */
export const shownChange = Effect.fnUntraced(function* ({ afterImage, beforeImage, ...shown }: StoredPageChange) {
  return {
    ...shown,
    beforeScreenshotUrl: yield* imageUrlOrNull(beforeImage),
    afterScreenshotUrl: yield* imageUrlOrNull(afterImage)
  }
})

/**
 * Returns the value. If the store did not find the page or the change, fails with 404 and reports which one is missing.
 */
const foundChange = <A extends object | number>(change: A | NotThere): Effect.Effect<A, NotFound> => {
  if (change === "NoMonitor") return Effect.fail(new NotFound({ message: messages.urlNotFound }))
  if (change === "NoChange") return Effect.fail(new NotFound({ message: messages.changeNotFound }))
  return Effect.succeed(change)
}

export const pageChanges = Effect.fn("pageChanges")(function* (
  caller: Caller,
  id: string,
  { limit = pageLimits.changesListed.default, ...page }: { readonly limit?: number; readonly before?: string }
) {
  yield* sees(caller)
  const changes = yield* (yield* PageMonitors).changes(caller.viewer, id, { ...page, limit })
  if (changes === "NoChange") return yield* new BadRequest({ message: messages.changeBefore })
  return yield* Effect.forEach(yield* found(changes === "NoMonitor" ? null : changes), shownChange)
})

export const pageChange = Effect.fn("pageChange")(function* (caller: Caller, { changeId, id }: ChangeId) {
  yield* sees(caller)
  return yield* shownChange(yield* foundChange(yield* (yield* PageMonitors).change(caller.viewer, id, changeId)))
})

export const markChange = Effect.fn("markChange")(function* (
  caller: Caller,
  { changeId, id }: ChangeId,
  isSeen: boolean
) {
  yield* sees(caller)
  const marked = yield* (yield* PageMonitors).markChange(caller.viewer, id, changeId, isSeen)
  return { urlId: id, unseenChanges: yield* foundChange(marked) } satisfies SeenChanges
})

export const markAllSeen = Effect.fn("markAllSeen")(function* (caller: Caller, id: string) {
  yield* sees(caller)
  const unseenChanges = yield* found(yield* (yield* PageMonitors).markAllChanges(caller.viewer, id))
  return { urlId: id, unseenChanges } satisfies SeenChanges
})
