import { BadRequest } from "@mon/api-contract"
import type { MonitorTarget, StoreError } from "@mon/core-store"
import { Effect, Result } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { needsTarget, type OptionInput, sealOptions } from "./checkOptions.ts"
import type { BulkError } from "./chunks.ts"
import { type DependencyInput, updateWithDependencies } from "./dependencies.ts"

/** The operations that read and change monitors of a kind. */
interface Change<Patch> {
  readonly targets: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<MonitorTarget>, StoreError>
  readonly update: (ids: ReadonlyArray<string>, patch: Patch) => Effect.Effect<ReadonlyArray<string>, StoreError>
}

/** Parents are checked for each monitor by itself: they may make a circle with one of them only. */
const apply = Effect.fnUntraced(function* <Patch extends OptionInput & DependencyInput>(
  caller: Caller,
  ids: ReadonlyArray<string>,
  patch: Patch,
  update: Change<Patch>["update"]
) {
  if (patch.dependsOn === undefined) return { done: yield* update(ids, patch), errors: [] } satisfies Changed
  const done: Array<string> = []
  const errors: Array<BulkError> = []
  for (const id of ids) {
    const refused = yield* updateWithDependencies(caller, id, patch, (each) => update([id], each)).pipe(
      Effect.map((changed) => {
        done.push(...changed)
        return null
      }),
      Effect.catch((error) => (error instanceof BadRequest ? Effect.succeed(error.message) : Effect.fail(error)))
    )
    if (refused !== null) errors.push({ id, message: refused })
  }
  return { done, errors } satisfies Changed
})

/** The ids of the changed monitors, and the errors of the others. */
interface Changed {
  readonly done: ReadonlyArray<string>
  readonly errors: ReadonlyArray<BulkError>
}

/**
 * Applies one change to several monitors. A change of requests is made for each monitor by itself, because sealed texts
 * belong to its address.
 */
export const updateEach = Effect.fn("updateEach")(function* <Patch extends OptionInput & DependencyInput>(
  caller: Caller,
  ids: ReadonlyArray<string>,
  patch: Patch,
  { targets, update }: Change<Patch>
) {
  if (!needsTarget(patch) || ids.length === 0) {
    return ids.length === 0 ? ({ done: [], errors: [] } satisfies Changed) : yield* apply(caller, ids, patch, update)
  }
  const done: Array<string> = []
  const errors: Array<BulkError> = []
  const unchanged: Array<string> = []
  const put = (changed: Changed): void => {
    done.push(...changed.done)
    errors.push(...changed.errors)
  }
  for (const target of yield* targets(ids)) {
    const sealed = yield* Effect.result(sealOptions(caller, patch, target, target))
    if (Result.isFailure(sealed)) errors.push({ id: target.id, message: sealed.failure.message })
    else if (sealed.success === patch) unchanged.push(target.id)
    else put(yield* apply(caller, [target.id], sealed.success, update))
  }
  if (unchanged.length > 0) put(yield* apply(caller, unchanged, patch, update))
  return { done, errors } satisfies Changed
})
