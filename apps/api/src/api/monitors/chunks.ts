import { messages } from "@mon/api-contract"
import type { StoreError } from "@mon/core-store"
import { domainLimits } from "@mon/model"
import { Effect } from "effect"

/** Why a domain of a bulk request was left as it is. */
export interface BulkError {
  readonly id: string
  readonly message: string
}

/** What became of one chunk: the ids that were done, and why the others were not. */
export interface ChunkResult {
  readonly done: ReadonlyArray<string>
  readonly errors: ReadonlyArray<BulkError>
}

const failedChunk = (chunk: ReadonlyArray<string>) => (error: StoreError) =>
  Effect.as(Effect.logError("A chunk of a bulk request failed", error), {
    done: [],
    errors: chunk.map((id) => ({ id, message: messages.unavailable }))
  })

/**
 * Works through ids in chunks of 50 (interface 8.3), one after the other; the same id counts once. A chunk that the store
 * fails is listed in `errors`, as others may be done already; only when the first one fails is nothing done.
 */
export const inChunks = Effect.fnUntraced(function* <R>(
  ids: ReadonlyArray<string>,
  work: (chunk: ReadonlyArray<string>) => Effect.Effect<ChunkResult, StoreError, R>
) {
  const different = [...new Set(ids)]
  let done = 0
  const errors: Array<BulkError> = []
  for (let start = 0; start < different.length; start += domainLimits.bulkChunk) {
    const chunk = different.slice(start, start + domainLimits.bulkChunk)
    const result = yield* start === 0 ? work(chunk) : Effect.catchTag(work(chunk), "StoreError", failedChunk(chunk))
    done += result.done.length
    errors.push(...result.errors)
  }
  return { done, errors }
})
