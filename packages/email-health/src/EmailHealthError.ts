export interface EmailHealthErrorFields {
  readonly reason: "InvalidDomain"
  /** A sentence for people. Its wording may change. */
  readonly detail: string
}

/**
 * The error for a check that could not start. DNS faults are part of the report instead. Both entry points use this
 * class, and `Effect.catchTag` finds the error by its `_tag`.
 */
export class EmailHealthError extends Error implements EmailHealthErrorFields {
  override readonly name = "EmailHealthError"
  readonly _tag = "EmailHealthError"
  /** Equal to `reason`. */
  readonly code: "InvalidDomain"
  readonly reason: "InvalidDomain"
  readonly detail: string

  constructor({ detail, reason }: EmailHealthErrorFields) {
    super(detail)
    this.reason = reason
    this.code = reason
    this.detail = detail
  }
}
