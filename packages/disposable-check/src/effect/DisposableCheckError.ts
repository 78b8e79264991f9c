import * as Data from "effect/Data"

/** The check failed: the table cannot be read, or the DNS did not answer. */
export class DisposableCheckError extends Data.TaggedError("DisposableCheckError")<{
  readonly reason: "TableUnusable" | "LookupFailed" | "LookupTimeout"
  /** The domain that was looked up, or null. */
  readonly domain: string | null
  readonly message: string
}> {}
