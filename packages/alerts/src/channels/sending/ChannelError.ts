import type { ChannelReason } from "../ChannelAnswer.ts"

/** The fields of a {@link ChannelError}. */
export interface ChannelErrorFields {
  /** The kind of the channel, such as `slack`. */
  readonly channel: string
  readonly reason: ChannelReason
  /** One sentence for people; may change. */
  readonly message: string
  /** The words of the vendor, at most 200 characters; untrusted. Null when there are none. */
  readonly detail: string | null
  /** The id that every attempt had: a repetition with it is shown once where the vendor can. */
  readonly deliveryId: string
  /** The number of attempts that were made. */
  readonly attempts: number
  /** Whether the same message may be delivered later. */
  readonly retryable: boolean
  /** The seconds after which the vendor wants the next attempt; null when it does not say. */
  readonly retryAfterSeconds: number | null
  /** The channel cannot work until somebody changes its settings. */
  readonly switchesOff: boolean
  /**
   * The reason why there was no response: the code and the sentence of the connection. Undefined if the vendor
   * answered.
   */
  readonly cause?: unknown
}

/**
 * A message was not delivered, as far as the client knows. It is one class in both entry points, and `Effect.catchTag`
 * finds it by its `_tag`. It never contains a secret of the settings.
 */
export class ChannelError extends Error implements ChannelErrorFields {
  override readonly name = "ChannelError"
  readonly _tag = "ChannelError"
  /** The same as `reason`. */
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
