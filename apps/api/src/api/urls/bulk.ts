import { type BulkDeleteUrls, type BulkUpdateUrls, messages } from "@mon/api-contract"
import { UrlMonitors } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { type BulkError, inChunks } from "../monitors/chunks.ts"
import { checkChangedOptions } from "../monitors/checkOptions.ts"
import { lockedChange } from "../monitors/lockedChange.ts"
import { updateEach } from "../monitors/updateEach.ts"
import { seesUrls, urlRefusal } from "../monitors/urlAccess.ts"
import { checkChangedRender, checkPageRules } from "./rules.ts"
import { checkChangedUrlInterval } from "./timing.ts"
import { urlPatch } from "./update.ts"

/** Applies one change to many URL monitors, and lists those that could not be changed. */
export const bulkUpdateUrls = Effect.fn("bulkUpdateUrls")(function* (
  caller: Caller,
  { updates, urlIds }: BulkUpdateUrls
) {
  yield* seesUrls(caller)
  const patch = urlPatch(updates)
  const fault =
    checkChangedUrlInterval(patch.checkInterval, caller) ??
    checkChangedOptions(patch, caller) ??
    checkChangedRender(patch.render, caller)
  if (fault !== null) return yield* Effect.fail(fault)
  yield* checkPageRules(patch)
  const urls = yield* UrlMonitors
  const targets = (ids: ReadonlyArray<string>) => urls.targets(caller.viewer, ids)
  const update = (ids: ReadonlyArray<string>, each: typeof patch) => urls.update(caller.viewer, ids, each)
  const { done, errors } = yield* inChunks(urlIds, (chunk) =>
    lockedChange(
      caller,
      { ids: chunk, patch, targets },
      Effect.gen(function* () {
        const rights = new Map((yield* urls.rights(caller.viewer, chunk)).map((right) => [right.id, right]))
        const refusal = (id: string): string | null => {
          const right = rights.get(id)
          return right === undefined ? messages.urlNotFound : urlRefusal(caller, right)
        }
        const refusals = chunk.flatMap((id): ReadonlyArray<BulkError> => {
          const message = refusal(id)
          return message === null ? [] : [{ id, message }]
        })
        const allowed = chunk.filter((id) => refusal(id) === null)
        const changed = yield* updateEach(caller, allowed, patch, { targets, update })
        const settled = new Set([...changed.done, ...changed.errors.map(({ id }) => id)])
        const vanished = allowed.filter((id) => !settled.has(id)).map((id) => ({ id, message: messages.urlNotFound }))
        return { done: changed.done, errors: [...refusals, ...changed.errors, ...vanished] }
      })
    )
  )
  return { updated: done, failed: errors.length, errors }
})

/** Deletes many URL monitors, and lists those that could not be deleted. */
export const bulkRemoveUrls = Effect.fn("bulkRemoveUrls")(function* (caller: Caller, { urlIds }: BulkDeleteUrls) {
  yield* adminOnly(caller)
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
