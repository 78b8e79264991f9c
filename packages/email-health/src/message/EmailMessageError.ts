/** The reason why a message was not checked. */
export type EmailMessageReason = "EmptyMessage" | "TooLarge" | "InvalidClientIp" | "InvalidHelo" | "InvalidMailFrom"

/** The fields of an {@link EmailMessageError}. */
export interface EmailMessageErrorFields {
  readonly reason: EmailMessageReason
  /** A sentence for people. Its wording may change. */
  readonly detail: string
}

/**
 * The error for a check that could not start. DNS faults and broken messages are part of the report instead. Both entry
 * points use this class, and `Effect.catchTag` finds the error by its `_tag`.
 */
export class EmailMessageError extends Error implements EmailMessageErrorFields {
  override readonly name = "EmailMessageError"
  readonly _tag = "EmailMessageError"
  /** Equal to `reason`. */
  readonly code: EmailMessageReason
  readonly reason: EmailMessageReason
  readonly detail: string

  constructor({ detail, reason }: EmailMessageErrorFields) {
    super(detail)
    this.reason = reason
    this.code = reason
    this.detail = detail
  }
}
