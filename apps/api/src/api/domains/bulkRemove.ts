import { type BulkDeleteDomains, messages } from "@mon/api-contract"
import { Domains } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { inChunks } from "../monitors/chunks.ts"

/** Deletes many domains; those that could not be deleted are listed. */
export const bulkRemoveDomains = Effect.fn("bulkRemoveDomains")(function* (
  caller: Caller,
  { domainIds }: BulkDeleteDomains
) {
  yield* ownerOnly(caller)
  const domains = yield* Domains
  const { done, errors } = yield* inChunks(domainIds, (chunk) =>
    Effect.map(domains.remove(caller.viewer, chunk), (removed) => {
      const gone = new Set(removed)
      const missing = chunk.filter((id) => !gone.has(id))
      return { done: removed, errors: missing.map((id) => ({ id, message: messages.domainNotFound })) }
    })
  )
  return { deleted: done, failed: errors.length, errors }
})
