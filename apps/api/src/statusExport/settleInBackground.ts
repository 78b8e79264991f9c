import type { StatusPageDocuments, StatusPageExports } from "@mon/core-store"
import { Effect, Metric, Queue, Result, Stream } from "effect"
import type { CopyWriter } from "./copyWriter.ts"
import type { ExportTarget } from "./ExportTarget.ts"
import { lateCopies } from "./lateCopies.ts"

/** The number of pages whose copies are written at the same time. Each page occupies a database connection. */
const PAGES_AT_ONCE = 2
/**
 * The time limit of an attempt. It is shorter than the database's limit for an idle transaction, which holds the lock.
 */
const ATTEMPT_LIMIT = "45 seconds"
/**
 * The first interval between two rounds of attempts after a failure, in seconds. The interval doubles up to
 * `LONGEST_RETRY_SECONDS`.
 */
const RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 60

interface Parts {
  readonly target: ExportTarget
  readonly documents: StatusPageDocuments["Service"]
  readonly exports: StatusPageExports["Service"]
  readonly writer: CopyWriter
}

/**
 * Updates the copies of pages after each change, and repeats failed attempts until they succeed. `request` schedules
 * the update of a page.
 */
export const settleInBackground = Effect.fnUntraced(function* ({ documents, exports, target, writer }: Parts) {
  const wake = yield* Queue.sliding<true>(1)
  const waiting = new Set<string>()
  const late = new Set<string>()
  let isEverythingDue = true
  let failedRounds = 0

  const wakeUp = Effect.sync(() => {
    Queue.offerUnsafe(wake, true)
  })

  /**
   * Removes copies that belong to no page. Such copies come from writes that completed after an error, or from lost
   * database rows.
   */
  const removeUnused = Effect.gen(function* () {
    const found = yield* target.slugs
    const shown = yield* documents.pages()
    const known = new Set([
      ...shown.filter(({ access }) => access === "public").map(({ slug }) => slug),
      ...(yield* exports.list()).map(({ slug }) => slug)
    ])
    yield* Effect.forEach(
      found.filter((slug) => !known.has(slug)),
      (slug) => exports.withUnusedSlug(slug, target.remove(slug)),
      { discard: true }
    )
  })

  const everything = Effect.gen(function* () {
    isEverythingDue = false
    for (const { id } of yield* documents.pages()) waiting.add(id)
    for (const { id } of yield* exports.list()) waiting.add(id)
  }).pipe(
    Effect.tapError(() =>
      Effect.sync(() => {
        isEverythingDue = true
      })
    )
  )

  const settleOne = Effect.fnUntraced(function* (id: string) {
    const result = yield* Effect.result(Effect.timeout(writer.settle(id), ATTEMPT_LIMIT))
    if (Result.isSuccess(result)) return void late.delete(id)
    if (late.size === 0) yield* Effect.logWarning("The copy of a status page could not be changed", result.failure)
    late.add(id)
  })

  const round = Effect.gen(function* () {
    yield* Queue.take(wake)
    const wasLate = late.size > 0
    const sweeps = isEverythingDue
    const listed = yield* Effect.result(sweeps ? everything : Effect.void)
    const ids = [...waiting]
    waiting.clear()
    yield* Effect.forEach(ids, settleOne, { concurrency: PAGES_AT_ONCE, discard: true })
    if (sweeps && Result.isSuccess(listed))
      yield* Effect.ignore(Effect.timeout(removeUnused, ATTEMPT_LIMIT), { log: "Warn" })
    yield* Metric.update(lateCopies, late.size)
    if (wasLate && late.size === 0) yield* Effect.logInfo("All copies of status pages are up to date again")
    failedRounds = late.size > 0 || isEverythingDue ? failedRounds + 1 : 0
  })

  const retry = Effect.gen(function* () {
    yield* Effect.sleep(
      `${Math.min(LONGEST_RETRY_SECONDS, RETRY_SECONDS * 2 ** Math.max(0, failedRounds - 1))} seconds`
    )
    if (late.size === 0 && !isEverythingDue) return
    for (const id of late) waiting.add(id)
    yield* wakeUp
  })

  const follow = Stream.runForEach(documents.changes, (change) =>
    Effect.suspend(() => {
      if (change._tag === "All") isEverythingDue = true
      else for (const id of change.ids) waiting.add(id)
      return wakeUp
    })
  )

  yield* Metric.update(lateCopies, 0)
  yield* wakeUp
  yield* Effect.forkScoped(Effect.forever(round))
  yield* Effect.forkScoped(Effect.forever(retry))
  yield* Effect.forkScoped(follow)
  return {
    request: (id: string) =>
      Effect.suspend(() => {
        waiting.add(id)
        return wakeUp
      })
  }
})
