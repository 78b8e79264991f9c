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

/** Works through ids in chunks of 50 (interface 8.3), one after the other; the same id counts once. */
export const inChunks = Effect.fnUntraced(function*<E, R>(
  ids: ReadonlyArray<string>,
  work: (chunk: ReadonlyArray<string>) => Effect.Effect<ChunkResult, E, R>
) {
  const different = [...new Set(ids)]
  let done = 0
  const errors: Array<BulkError> = []
  for (let start = 0; start < different.length; start += domainLimits.bulkChunk) {
    const result = yield* work(different.slice(start, start + domainLimits.bulkChunk))
    done += result.done.length
    errors.push(...result.errors)
  }
  return { done, errors }
})
