/**
 * The reason why an email was not sent. "Refused" is a permanent refusal (5xx), and "Deferred" a temporary one (4xx).
 * "Unreachable" means that no session reached a decision (connection, TLS, sign-in, deadline). "Invalid" means that the
 * email must not be attempted at all.
 */
export type MailReason = "Refused" | "Deferred" | "Unreachable" | "Invalid"

export interface MailErrorFields {
  readonly reason: MailReason
  /** The reply code of the mail server (RFC 5321 section 4.2). Null if the server sent no reply. */
  readonly responseCode: number | null
  /** A text for people that never contains a password. The wording may change. */
  readonly detail: string
  /**
   * Whether the server replied permanently that the address of the recipient does not exist or is disabled: 5.1.x and
   * 5.2.1 (RFC 3463), or 550, 551 and 553 in the reply to RCPT. Refusals of the sender do not count. Default: false.
   */
  readonly refusesAddress?: boolean
}

/**
 * The error that reports an unsent email, as far as the client knows. If a connection broke after the content, the
 * email may have been delivered. Both entry points export the same class, and `Effect.catchTag` finds the error by its
 * `_tag`.
 */
export class MailError extends Error implements MailErrorFields {
  override readonly name = "MailError"
  readonly _tag = "MailError"
  /** Equal to `reason`. */
  readonly code: MailReason
  readonly reason: MailReason
  readonly responseCode: number | null
  readonly detail: string
  readonly refusesAddress: boolean

  constructor({ detail, reason, refusesAddress = false, responseCode }: MailErrorFields) {
    super(detail)
    this.reason = reason
    this.code = reason
    this.responseCode = responseCode
    this.detail = detail
    this.refusesAddress = refusesAddress
  }

  /** Whether a later attempt may succeed. */
  get retryable(): boolean {
    return this.reason === "Deferred" || this.reason === "Unreachable"
  }
}
