import type { Effect } from "effect"
import { Data } from "effect"

/** A copy could not be written or removed. */
export class ExportError extends Data.TaggedError("ExportError")<{ readonly cause: unknown }> {
  override get message() {
    return `The copies of status pages cannot be changed: ${this.cause instanceof Error ? this.cause.message : "unknown"}`
  }
}

/** A file of a copy. The path begins with the folder of the page. */
export interface ExportedFile {
  readonly path: string
  readonly contentType: string
  readonly body: Uint8Array
}

/** Where copies of status pages are written: a folder or a bucket. */
export interface ExportTarget {
  /** Writes a file; readers get the old one or the new one, never a part. */
  readonly write: (file: ExportedFile) => Effect.Effect<void, ExportError>
  readonly remove: (path: string) => Effect.Effect<void, ExportError>
  /** The paths of all files in the folder of a page. */
  readonly list: (slug: string) => Effect.Effect<ReadonlyArray<string>, ExportError>
}
