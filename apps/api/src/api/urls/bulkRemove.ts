import { type BulkDeleteUrls, messages } from "@mon/api-contract"
import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { inChunks } from "../monitors/chunks.ts"

/** Deletes many URL monitors; those that could not be deleted are listed. */
export const bulkRemoveUrls = Effect.fn("bulkRemoveUrls")(function* (caller: Caller, { urlIds }: BulkDeleteUrls) {
  yield* ownerOnly(caller)
  const urls = yield* UrlMonitors
  const { done, errors } = yield* inChunks(urlIds, (chunk) =>
    Effect.map(urls.remove(caller.viewer, chunk), (removed) => {
      const gone = new Set(removed)
      const missing = chunk.filter((id) => !gone.has(id))
      return { done: removed, errors: missing.map((id) => ({ id, message: messages.urlNotFound })) }
    })
  )
  return { deleted: done, failed: errors.length, errors }
})
