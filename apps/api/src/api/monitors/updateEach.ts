import type { MonitorTarget, StoreError } from "@mon/core-store"
import { Effect, Result } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { needsTarget, type OptionInput, sealOptions } from "./checkOptions.ts"
import type { BulkError } from "./chunks.ts"

/** How monitors of a kind are read and changed. */
interface Change<Patch> {
  readonly targets: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<MonitorTarget>, StoreError>
  readonly update: (ids: ReadonlyArray<string>, patch: Patch) => Effect.Effect<ReadonlyArray<string>, StoreError>
}

/** Which monitors were changed, and which could not be. */
interface Changed {
  readonly done: ReadonlyArray<string>
  readonly errors: ReadonlyArray<BulkError>
}

/**
 * Applies one change to several monitors. A change of requests is made for each monitor by itself, because sealed texts
 * belong to its address.
 */
export const updateEach = Effect.fn("updateEach")(function* <Patch extends OptionInput>(
  caller: Caller,
  ids: ReadonlyArray<string>,
  patch: Patch,
  { targets, update }: Change<Patch>
) {
  if (!needsTarget(patch) || ids.length === 0) {
    const done = ids.length === 0 ? [] : yield* update(ids, patch)
    return { done, errors: [] } satisfies Changed
  }
  const done: Array<string> = []
  const errors: Array<BulkError> = []
  const unchanged: Array<string> = []
  for (const target of yield* targets(ids)) {
    const sealed = yield* Effect.result(sealOptions(caller, patch, target, target))
    if (Result.isFailure(sealed)) errors.push({ id: target.id, message: sealed.failure.message })
    else if (sealed.success === patch) unchanged.push(target.id)
    else done.push(...(yield* update([target.id], sealed.success)))
  }
  if (unchanged.length > 0) done.push(...(yield* update(unchanged, patch)))
  return { done, errors } satisfies Changed
})
