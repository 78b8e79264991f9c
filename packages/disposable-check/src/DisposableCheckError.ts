/** The reason why a check failed. */
export type DisposableCheckErrorReason = "TableUnusable" | "LookupFailed" | "LookupTimeout"

/** The fields of a {@link DisposableCheckError}. */
export interface DisposableCheckErrorFields {
  readonly reason: DisposableCheckErrorReason
  /** The domain whose mail hosts were looked up, or null. */
  readonly domain: string | null
  /** The error message, a sentence for people. Its wording may change. */
  readonly message: string
  /** The error of the table or of the resolver. */
  readonly cause?: unknown
}

/**
 * The error for a check that failed because the table cannot be read or DNS did not respond. All entry points use this
 * class, and `Effect.catchTag` finds it by its `_tag`.
 */
export class DisposableCheckError extends Error implements DisposableCheckErrorFields {
  override readonly name = "DisposableCheckError"
  readonly _tag = "DisposableCheckError"
  /** Equal to `reason`. */
  readonly code: DisposableCheckErrorReason
  readonly reason: DisposableCheckErrorReason
  readonly domain: string | null

  constructor({ reason, domain, message, cause }: DisposableCheckErrorFields) {
    super(message, cause === undefined ? undefined : { cause })
    this.reason = reason
    this.code = reason
    this.domain = domain
  }
}
