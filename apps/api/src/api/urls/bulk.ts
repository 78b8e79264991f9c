import { type BulkDeleteUrls, type BulkUpdateUrls, messages } from "@mon/api-contract"
import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { inChunks } from "../monitors/chunks.ts"
import { checkChangedUrlInterval } from "./timing.ts"
import { urlPatch } from "./update.ts"

/** Applies one change to many URL monitors, and lists those that could not be changed. */
export const bulkUpdateUrls = Effect.fn("bulkUpdateUrls")(function* (
  caller: Caller,
  { updates, urlIds }: BulkUpdateUrls
) {
  yield* ownerOnly(caller)
  const patch = urlPatch(updates)
  const tooShort = checkChangedUrlInterval(patch.checkInterval, caller)
  if (tooShort !== null) return yield* tooShort
  const urls = yield* UrlMonitors
  const { done, errors } = yield* inChunks(urlIds, (chunk) =>
    Effect.map(urls.update(caller.viewer, chunk, patch), (changed) => {
      const known = new Set(changed)
      const missing = chunk.filter((id) => !known.has(id))
      return { done: changed, errors: missing.map((id) => ({ id, message: messages.urlNotFound })) }
    })
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
