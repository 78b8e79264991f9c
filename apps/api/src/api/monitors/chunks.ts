import { messages } from "@mon/api-contract"
import { isUnavailable, logUnavailable, type StoreError } from "@mon/core-store"
import { monitorLimits } from "@mon/model"
import { Effect } from "effect"

/** The reason why a bulk request did not change one of its monitors. */
export interface BulkError {
  readonly id: string
  readonly message: string
}

/** The result of one chunk: the ids that were processed, and why the others were not. */
export interface ChunkResult {
  readonly done: ReadonlyArray<string>
  readonly errors: ReadonlyArray<BulkError>
}

const failedChunk = (chunk: ReadonlyArray<string>) => (error: StoreError) =>
  Effect.as(
    isUnavailable(error)
      ? logUnavailable(error, "bulk requests")
      : Effect.logError("A chunk of a bulk request failed", error),
    { done: [], errors: chunk.map((id) => ({ id, message: messages.unavailable })) }
  )

/**
 * Processes ids in chunks of 50, one chunk at a time; a repeated id counts once. A chunk that fails in
 * the store is listed in `errors`, because earlier chunks may already be stored. If the first chunk fails, the request
 * fails.
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
