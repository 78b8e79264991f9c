import { type BadRequest, type BulkDeleteDomains, type BulkUpdateDomains, messages } from "@mon/api-contract"
import { Domains } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { type BulkError, inChunks } from "../monitors/chunks.ts"
import { writeRefusal } from "./access.ts"
import { checkChangedOptions } from "../monitors/checkOptions.ts"
import { lockedChange } from "../monitors/lockedChange.ts"
import { updateEach } from "../monitors/updateEach.ts"
import { checkChangedDnsWatch, dnsWatchFault } from "./dnsWatch.ts"
import { checkChangedSelectors } from "./selectors.ts"
import { checkChangedInterval } from "./timing.ts"
import { checkDomainUpdate, checkPatched, domainPatch } from "./update.ts"

/** Reports the error that comes before all range checks. */
export const checkBulkUpdate = ({ updates }: Readonly<Record<string, unknown>>): BadRequest | null =>
  typeof updates === "object" && updates !== null ? checkDomainUpdate({ ...updates }) : null

/** Applies one change to many domains, and lists those that could not be changed. */
export const bulkUpdateDomains = Effect.fn("bulkUpdateDomains")(function* (
  caller: Caller,
  { domainIds, updates }: BulkUpdateDomains
) {
  const patch = domainPatch(updates)
  const fault =
    checkChangedInterval(patch.checkInterval, caller) ??
    checkChangedSelectors(patch.dkimSelectors, caller) ??
    checkChangedOptions(patch, caller)
  if (fault !== null) return yield* Effect.fail(fault)
  yield* checkChangedDnsWatch(caller, patch, domainIds)
  const domains = yield* Domains
  const targets = (ids: ReadonlyArray<string>) => domains.targets(caller.viewer, ids)
  const { done, errors } = yield* inChunks(domainIds, (chunk) =>
    lockedChange(
      caller,
      { ids: chunk, patch, targets },
      Effect.gen(function* () {
        const rights = new Map((yield* domains.rights(caller.viewer, chunk)).map((right) => [right.id, right]))
        const refusal = (id: string): string | null => {
          const right = rights.get(id)
          if (right === undefined) return messages.domainNotFound
          return writeRefusal(caller, right) ?? checkPatched(right, patch)?.message ?? null
        }
        const refusals = chunk.flatMap((id): ReadonlyArray<BulkError> => {
          const message = refusal(id)
          return message === null ? [] : [{ id, message }]
        })
        const allowed = chunk.filter((id) => refusal(id) === null)
        const surplus = yield* dnsWatchFault(caller, patch, allowed)
        if (surplus !== null)
          return { done: [], errors: [...refusals, ...allowed.map((id) => ({ id, message: surplus }))] }
        const changed = yield* updateEach(caller, allowed, patch, {
          targets,
          update: (ids, each) => domains.update(caller.viewer, ids, each)
        })
        const settled = new Set([...changed.done, ...changed.errors.map(({ id }) => id)])
        const vanished = allowed
          .filter((id) => !settled.has(id))
          .map((id) => ({ id, message: messages.domainNotFound }))
        return { done: changed.done, errors: [...refusals, ...changed.errors, ...vanished] }
      })
    )
  )
  return { updated: done, failed: errors.length, errors }
})

/** Deletes many domains, and lists those that could not be deleted. */
export const bulkRemoveDomains = Effect.fn("bulkRemoveDomains")(function* (
  caller: Caller,
  { domainIds }: BulkDeleteDomains
) {
  yield* adminOnly(caller)
  const domains = yield* Domains
  const { done, errors } = yield* inChunks(domainIds, (chunk) =>
    Effect.map(domains.remove(caller.viewer, chunk), (removed) => {
      const deleted = new Set(removed)
      const missing = chunk.filter((id) => !deleted.has(id))
      return { done: removed, errors: missing.map((id) => ({ id, message: messages.domainNotFound })) }
    })
  )
  return { deleted: done, failed: errors.length, errors }
})
