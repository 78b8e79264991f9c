import type { Email } from "@mon/alerts"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const QueuedEmail: Schema.Codec<Email, string> = Schema.fromJsonString(
  Schema.Struct({
    to: Schema.String,
    from: Schema.optionalKey(Schema.String),
    subject: Schema.String,
    text: Schema.String,
    html: Schema.NullOr(Schema.String),
    messageId: Schema.String,
    inReplyTo: Schema.NullOr(Schema.String),
    references: Schema.Array(Schema.String),
    headers: Schema.Record(Schema.String, Schema.String),
    listUnsubscribe: Schema.NullOr(Schema.String),
    attachments: Schema.optionalKey(
      Schema.Array(
        Schema.Struct({
          filename: Schema.String,
          contentType: Schema.String,
          content: Schema.Uint8ArrayFromBase64,
          contentId: Schema.NullOr(Schema.String)
        })
      )
    )
  })
)

/** Writes an email as text for the queue. */
export const writeQueuedEmail = Schema.encodeSync(QueuedEmail)

const decode = Schema.decodeUnknownOption(QueuedEmail)

/** Reads an email from the queue. Null if another release wrote it in another form. */
export const readQueuedEmail = (text: string): Email | null => Option.getOrNull(decode(text))
