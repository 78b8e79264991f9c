import * as Data from "effect/Data"

/**
 * Why an email was not sent: "Refused" for good (5xx), "Deferred" for now (4xx), "Unreachable" when there was no
 * session that could decide about it (connection, TLS, sign-in, deadline), "Invalid" when it must not be tried at all.
 */
export type MailReason = "Refused" | "Deferred" | "Unreachable" | "Invalid"

/**
 * An email was not sent, as far as the client knows: a connection that broke after the content may have delivered it.
 */
export class MailError extends Data.TaggedError("MailError")<{
  readonly reason: MailReason
  /** The reply code of the mail server (RFC 5321 section 4.2); null when it gave none. */
  readonly responseCode: number | null
  /** For people; may change; never holds a password. */
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
  /** Whether the same email may go through later. */
  get retryable(): boolean {
    return this.reason === "Deferred" || this.reason === "Unreachable"
  }
}
