/** The reason that a check failed. */
export type DisposableCheckErrorReason = "TableUnusable" | "LookupFailed" | "LookupTimeout"

/** The fields of a {@link DisposableCheckError}. */
export interface DisposableCheckErrorFields {
  readonly reason: DisposableCheckErrorReason
  /** The domain that was looked up, or null. */
  readonly domain: string | null
  /** A sentence for people; may change. */
  readonly message: string
  /** The error of the table or of the resolver. */
  readonly cause?: unknown
}

/**
 * Reports that a check failed: the table cannot be read, or DNS did not respond. All entry points use this class, and
 * `Effect.catchTag` finds it by its `_tag`.
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
