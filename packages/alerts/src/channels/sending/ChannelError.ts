import type { ChannelReason } from "../ChannelAnswer.ts"

/** The fields of a {@link ChannelError}. */
export interface ChannelErrorFields {
  /** The kind of the channel, such as `slack`. */
  readonly channel: string
  readonly reason: ChannelReason
  /** A sentence for people. The wording may change. */
  readonly message: string
  /** The error text of the vendor, at most 200 characters and untrusted. Null if the vendor gave no error text. */
  readonly detail: string | null
  /**
   * The id of the delivery, which every attempt used. If you send the message again with this id, vendors that
   * recognize the id show the message only once.
   */
  readonly deliveryId: string
  /** The number of attempts that were made. */
  readonly attempts: number
  /** Whether a later attempt may deliver the message. */
  readonly retryable: boolean
  /** The seconds after which the vendor wants the next attempt. Null if the vendor gave no time. */
  readonly retryAfterSeconds: number | null
  /** Whether the channel cannot work until somebody changes its settings. */
  readonly switchesOff: boolean
  /**
   * The reason why there was no response: the code and the sentence of the connection fault. Undefined if the vendor
   * responded.
   */
  readonly cause?: unknown
}

/**
 * The error that reports an undelivered message, as far as the client knows. Both entry points export the same class,
 * and `Effect.catchTag` finds the error by its `_tag`. The error never contains a secret of the settings.
 */
export class ChannelError extends Error implements ChannelErrorFields {
  override readonly name = "ChannelError"
  readonly _tag = "ChannelError"
  /** Equal to `reason`. */
  readonly code: ChannelReason
  readonly channel: string
  readonly reason: ChannelReason
  readonly detail: string | null
  readonly deliveryId: string
  readonly attempts: number
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
  readonly switchesOff: boolean

  constructor(fields: ChannelErrorFields) {
    super(fields.message, fields.cause === undefined ? {} : { cause: fields.cause })
    this.channel = fields.channel
    this.reason = fields.reason
    this.code = fields.reason
    this.detail = fields.detail
    this.deliveryId = fields.deliveryId
    this.attempts = fields.attempts
    this.retryable = fields.retryable
    this.retryAfterSeconds = fields.retryAfterSeconds
    this.switchesOff = fields.switchesOff
  }
}
