import * as Data from "effect/Data"

/** The check could not be made: the table cannot be read, or the DNS gave no answer. */
export class DisposableCheckError extends Data.TaggedError("DisposableCheckError")<{
  readonly reason: "TableUnusable" | "LookupFailed" | "LookupTimeout"
  /** The domain that was looked up, or null. */
  readonly domain: string | null
  readonly message: string
}> {}
