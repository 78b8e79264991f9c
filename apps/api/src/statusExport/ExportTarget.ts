import { Data, Effect, Result } from "effect"

export class ExportError extends Data.TaggedError("ExportError")<{ readonly place: string; readonly cause: unknown }> {
  override get message() {
    const { cause } = this
    return `The status page copies in ${this.place} cannot be changed: ${cause instanceof Error ? cause.message : "unknown"}`
  }
}

export interface ExportedFile {
  /** The path of the file below the folder of the page. */
  readonly path: string
  readonly contentType: string
  readonly body: Uint8Array
}

/**
 * The place for copies of status pages: a folder or a bucket. At most one caller at a time may change the copy with a
 * given slug.
 */
export interface ExportTarget {
  /** Replaces the copy of the page with this slug. The new copy consists of the given files. */
  readonly write: (slug: string, files: ReadonlyArray<ExportedFile>) => Effect.Effect<void, ExportError>
  /** Removes the copy of the page with this slug. Afterwards, nobody can read any of its files. */
  readonly remove: (slug: string) => Effect.Effect<void, ExportError>
  /** Returns the slugs for which there is a copy or a part of a copy. */
  readonly slugs: Effect.Effect<ReadonlyArray<string>, ExportError>
}

/**
 * Runs an operation on all targets at the same time. If the operation fails on one target, it still completes on all
 * other targets before the call fails.
 */
const each = Effect.fnUntraced(function* <A>(
  targets: ReadonlyArray<ExportTarget>,
  work: (target: ExportTarget) => Effect.Effect<A, ExportError>
) {
  const results = yield* Effect.forEach(targets, (target) => Effect.result(work(target)), { concurrency: "unbounded" })
  const done: Array<A> = []
  for (const result of results)
    done.push(yield* Result.isFailure(result) ? Effect.fail(result.failure) : Effect.succeed(result.success))
  return done
})

export const everyTarget = (targets: ReadonlyArray<ExportTarget>): ExportTarget => ({
  write: (slug, files) => Effect.asVoid(each(targets, (target) => target.write(slug, files))),
  remove: (slug) => Effect.asVoid(each(targets, (target) => target.remove(slug))),
  slugs: Effect.map(
    each(targets, (target) => target.slugs),
    (lists) => [...new Set(lists.flat())]
  )
})
