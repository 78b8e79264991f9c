/**
 * The reason why an email was not sent: "Refused" for good (5xx), "Deferred" for now (4xx), "Unreachable" when there
 * was no session that could decide about it (connection, TLS, sign-in, deadline), "Invalid" when it must not be tried
 * at all.
 */
export type MailReason = "Refused" | "Deferred" | "Unreachable" | "Invalid"

/** The fields of a {@link MailError}. */
export interface MailErrorFields {
  readonly reason: MailReason
  /** The reply code of the mail server (RFC 5321 section 4.2); null when it gave none. */
  readonly responseCode: number | null
  /** For people; may change; never holds a password. */
  readonly detail: string
  /**
   * Whether the server said for good that the address of the recipient does not exist or is disabled: 5.1.x and 5.2.1
   * (RFC 3463), or 550, 551 and 553 in the reply to RCPT. Refusals of the sender are not meant. Default: false.
   */
  readonly refusesAddress?: boolean
}

/**
 * An email was not sent, as far as the client knows: a connection that broke after the content may have delivered it.
 * It is one class in both entry points, and `Effect.catchTag` finds it by its `_tag`.
 */
export class MailError extends Error implements MailErrorFields {
  override readonly name = "MailError"
  readonly _tag = "MailError"
  /** The same as `reason`. */
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

  /** Whether the same email may go through later. */
  get retryable(): boolean {
    return this.reason === "Deferred" || this.reason === "Unreachable"
  }
}
