import { BadRequest, Forbidden, messages as apiMessages } from "@mon/api-contract"
import { namesToProve } from "@mon/checks"
import { isUnavailable, logUnavailable, type MonitorRight, type MonitorTarget, type StoreError } from "@mon/core-store"
import { isUnsafeMethod, monitorLimits } from "@mon/model"
import { Effect, Result } from "effect"
import { adminOnly, type Caller } from "../../auth/Caller.ts"
import type { HandlerServices } from "../ApiHandler.ts"
import {
  type DependencyInput,
  type Draft,
  type MonitorRules,
  needsTarget,
  type OptionInput,
  updateWithDependencies
} from "./MonitorRules.ts"
import { withAnsweredProofs } from "./answeredProofs.ts"
import { inAccount } from "./inAccount.ts"

interface BulkError {
  readonly id: string
  readonly message: string
}

/** The result of one chunk: the ids that were processed, and an error for each other id. */
interface ChunkResult {
  readonly done: ReadonlyArray<string>
  readonly errors: ReadonlyArray<BulkError>
}

const failedChunk = (chunk: ReadonlyArray<string>) => (error: StoreError) =>
  Effect.as(
    isUnavailable(error)
      ? logUnavailable(error, "bulk requests")
      : Effect.logError("A chunk of a bulk request failed", error),
    { done: [], errors: chunk.map((id) => ({ id, message: apiMessages.unavailable })) }
  )

/**
 * Processes ids in chunks of 50, one chunk at a time. Processes a repeated id only once. If the store fails in a later
 * chunk, the chunk is listed in `errors`, because earlier chunks may already be stored. If it fails in the first chunk,
 * the request fails.
 */
export const inChunks = Effect.fnUntraced(function* <R>(
  ids: ReadonlyArray<string>,
  work: (chunk: ReadonlyArray<string>) => Effect.Effect<ChunkResult, StoreError, R>
) {
  const different = [...new Set(ids)]
  let done = 0
  const errors: Array<BulkError> = []
  for (let start = 0; start < different.length; start += monitorLimits.bulkChunk) {
    const chunk = different.slice(start, start + monitorLimits.bulkChunk)
    const result = yield* start === 0 ? work(chunk) : Effect.catchTag(work(chunk), "StoreError", failedChunk(chunk))
    done += result.done.length
    errors.push(...result.errors)
  }
  return { done, errors }
})

interface LockedChange {
  readonly ids: ReadonlyArray<string>
  readonly patch: OptionInput
  readonly targets: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<MonitorTarget>, StoreError>
}

/**
 * Changes monitors while the account is locked, so that secrets that the change keeps cannot change in the meantime.
 */
export const lockedChange = Effect.fnUntraced(function* <A, E, R>(
  caller: Caller,
  { ids, patch, targets }: LockedChange,
  work: Effect.Effect<A, E, R>
) {
  const unproven = isUnsafeMethod(patch.request?.method) ? yield* targets(ids) : []
  const hostnames = [
    ...unproven.map(({ hostname }) => hostname),
    ...(patch.check === undefined ? [] : namesToProve(patch.check))
  ]
  return yield* withAnsweredProofs(caller, hostnames, inAccount(caller, "changeMonitors", work))
})

interface EachChange<Patch> {
  readonly targets: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<MonitorTarget>, StoreError>
  readonly update: (ids: ReadonlyArray<string>, patch: Patch) => Effect.Effect<ReadonlyArray<string>, StoreError>
  readonly seal: (
    caller: Caller,
    patch: Patch,
    target: MonitorTarget,
    earlier: MonitorTarget
  ) => Effect.Effect<Patch, BadRequest | StoreError, HandlerServices>
}

/**
 * Applies a change to monitors. Checks new parents for each monitor separately, because they may form a circle with
 * only some of the monitors.
 */
const apply = Effect.fnUntraced(function* <Patch extends OptionInput & DependencyInput>(
  caller: Caller,
  ids: ReadonlyArray<string>,
  patch: Patch,
  update: EachChange<Patch>["update"]
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

/** The ids of the changed monitors, and an error for each monitor that was not changed. */
interface Changed {
  readonly done: ReadonlyArray<string>
  readonly errors: ReadonlyArray<BulkError>
}

/**
 * Applies one change to several monitors. Encrypts the secrets of a changed request for each monitor separately,
 * because they are bound to the address of the monitor.
 */
const updateEach = Effect.fn("updateEach")(function* <Patch extends OptionInput & DependencyInput>(
  caller: Caller,
  ids: ReadonlyArray<string>,
  patch: Patch,
  { seal, targets, update }: EachChange<Patch>
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
    const sealed = yield* Effect.result(seal(caller, patch, target, target))
    if (Result.isFailure(sealed)) {
      if (!(sealed.failure instanceof BadRequest)) return yield* Effect.fail(sealed.failure)
      errors.push({ id: target.id, message: sealed.failure.message })
    } else if (sealed.success === patch) unchanged.push(target.id)
    else put(yield* apply(caller, [target.id], sealed.success, update))
  }
  if (unchanged.length > 0) put(yield* apply(caller, unchanged, patch, update))
  return { done, errors } satisfies Changed
})

interface Checks<Patch> {
  readonly checkChange: (caller: Caller, patch: Patch) => Effect.Effect<void, BadRequest | Forbidden>
  readonly writeRefusal: (caller: Caller, right: MonitorRight) => string | null
}

type Ids = ReadonlyArray<string>

const errorsOf = (ids: Ids, message: string): ReadonlyArray<BulkError> => ids.map((id) => ({ id, message }))

export const bulkChanges = <Monitor, Input, Change, New extends Draft, Patch extends OptionInput & DependencyInput>(
  {
    check,
    messages,
    patchedFault,
    patchOf,
    seal,
    sees,
    store,
    surplus
  }: MonitorRules<Monitor, Input, Change, New, Patch>,
  { checkChange, writeRefusal }: Checks<Patch>
) => {
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
          const changed = yield* updateEach(caller, allowed, patch, { seal, targets, update })
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
