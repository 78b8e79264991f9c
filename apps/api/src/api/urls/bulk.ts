import { type BulkDeleteUrls, type BulkUpdateUrls, messages } from "@mon/api-contract"
import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { inChunks } from "../monitors/chunks.ts"
import { checkChangedOptions } from "../monitors/checkOptions.ts"
import { updateEach } from "../monitors/updateEach.ts"
import { checkChangedRender, checkPageRules } from "./rules.ts"
import { checkChangedUrlInterval } from "./timing.ts"
import { urlPatch } from "./update.ts"

/** Applies one change to many URL monitors, and lists those that could not be changed. */
export const bulkUpdateUrls = Effect.fn("bulkUpdateUrls")(function* (
  caller: Caller,
  { updates, urlIds }: BulkUpdateUrls
) {
  yield* ownerOnly(caller)
  const patch = urlPatch(updates)
  const fault =
    checkChangedUrlInterval(patch.checkInterval, caller) ??
    checkChangedOptions(patch, caller) ??
    checkChangedRender(patch.render, caller)
  if (fault !== null) return yield* Effect.fail(fault)
  yield* checkPageRules(patch)
  const urls = yield* UrlMonitors
  const { done, errors } = yield* inChunks(urlIds, (chunk) =>
    Effect.map(
      updateEach(caller, chunk, patch, {
        targets: (ids) => urls.targets(caller.viewer, ids),
        update: (ids, each) => urls.update(caller.viewer, ids, each)
      }),
      ({ done: changed, errors: refused }) => {
        const settled = new Set([...changed, ...refused.map(({ id }) => id)])
        const missing = chunk.filter((id) => !settled.has(id)).map((id) => ({ id, message: messages.urlNotFound }))
        return { done: changed, errors: [...refused, ...missing] }
      }
    )
  )
  return { updated: done, failed: errors.length, errors }
})

/** Deletes many URL monitors, and lists those that could not be deleted. */
export const bulkRemoveUrls = Effect.fn("bulkRemoveUrls")(function* (caller: Caller, { urlIds }: BulkDeleteUrls) {
  yield* ownerOnly(caller)
  const urls = yield* UrlMonitors
  const { done, errors } = yield* inChunks(urlIds, (chunk) =>
    Effect.map(urls.remove(caller.viewer, chunk), (removed) => {
      const deleted = new Set(removed)
      const missing = chunk.filter((id) => !deleted.has(id))
      return { done: removed, errors: missing.map((id) => ({ id, message: messages.urlNotFound })) }
    })
  )
  return { deleted: done, failed: errors.length, errors }
})
