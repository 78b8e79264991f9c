import { type BadRequest, Forbidden } from "@mon/api-contract"
import type { MonitorRight } from "@mon/core-store"
import { Effect } from "effect"
import { adminOnly, type Caller } from "../../auth/Caller.ts"
import { type BulkError, inChunks } from "./chunks.ts"
import type { OptionInput } from "./checkOptions.ts"
import type { DependencyInput } from "./dependencies.ts"
import { lockedChange } from "./lockedChange.ts"
import type { Draft, MonitorRules } from "./MonitorRules.ts"
import { updateEach } from "./updateEach.ts"

/** Checks that are the same for one monitor and for many. */
interface Checks<Patch> {
  readonly checkChange: (caller: Caller, patch: Patch) => Effect.Effect<void, BadRequest | Forbidden>
  readonly writeRefusal: (caller: Caller, right: MonitorRight) => string | null
}

type Ids = ReadonlyArray<string>

const errorsOf = (ids: Ids, message: string): ReadonlyArray<BulkError> => ids.map((id) => ({ id, message }))

/** Changes of many monitors of a kind at once. */
export const bulkChanges = <Monitor, Input, Change, New extends Draft, Patch extends OptionInput & DependencyInput>(
  { check, messages, patchedFault, patchOf, sees, store, surplus }: MonitorRules<Monitor, Input, Change, New, Patch>,
  { checkChange, writeRefusal }: Checks<Patch>
) => {
  /** Applies one change to many monitors, and lists those that could not be changed. */
  const bulkUpdate = Effect.fnUntraced(function* (caller: Caller, all: Ids, updates: Change) {
    yield* sees(caller)
    const patch = patchOf(updates)
    yield* checkChange(caller, patch)
    yield* check(patch)
    const beyond = yield* surplus(caller, patch, all)
    if (beyond !== null) return yield* new Forbidden({ message: beyond })
    const monitors = yield* store
    const targets = (ids: Ids) => monitors.targets(caller.viewer, ids)
    const { done, errors } = yield* inChunks(all, (chunk) =>
      lockedChange(
        caller,
        { ids: chunk, patch, targets },
        Effect.gen(function* () {
          const rights = new Map((yield* monitors.rights(caller.viewer, chunk)).map((right) => [right.id, right]))
          const refusal = (id: string): string | null => {
            const right = rights.get(id)
            if (right === undefined) return messages.notFound
            return writeRefusal(caller, right) ?? patchedFault(right, patch)?.message ?? null
          }
          const refusals = chunk.flatMap((id): ReadonlyArray<BulkError> => {
            const message = refusal(id)
            return message === null ? [] : [{ id, message }]
          })
          const allowed = chunk.filter((id) => refusal(id) === null)
          const tooMany = yield* surplus(caller, patch, allowed)
          if (tooMany !== null) return { done: [], errors: [...refusals, ...errorsOf(allowed, tooMany)] }
          const update = (ids: Ids, each: Patch) => monitors.update(caller.viewer, ids, each)
          const changed = yield* updateEach(caller, allowed, patch, { targets, update })
          const settled = new Set([...changed.done, ...changed.errors.map(({ id }) => id)])
          const vanished = allowed.filter((id) => !settled.has(id))
          return {
            done: changed.done,
            errors: [...refusals, ...changed.errors, ...errorsOf(vanished, messages.notFound)]
          }
        })
      )
    )
    return { updated: done, failed: errors.length, errors }
  })

  /** Deletes many monitors, and lists those that could not be deleted. */
  const bulkRemove = Effect.fnUntraced(function* (caller: Caller, all: Ids) {
    yield* adminOnly(caller)
    const monitors = yield* store
    const { done, errors } = yield* inChunks(all, (chunk) =>
      Effect.map(monitors.remove(caller.viewer, chunk), (removed) => {
        const deleted = new Set(removed)
        return {
          done: removed,
          errors: errorsOf(
            chunk.filter((id) => !deleted.has(id)),
            messages.notFound
          )
        }
      })
    )
    return { deleted: done, failed: errors.length, errors }
  })

  return { bulkRemove, bulkUpdate }
}
