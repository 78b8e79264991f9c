import type { Email } from "@mon/alerts"
import { MailOutbox, type NewOutboxMail, type OutboxMail, Secrets } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

export interface OutboxContent {
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

const Sealed = Schema.fromJsonString(
  Schema.Struct({
    subject: Schema.String,
    text: Schema.String,
    html: Schema.NullOr(Schema.String),
    /** The remaining fields of the email, for people who read it in the outbox. */
    details: Schema.Record(Schema.String, Schema.Unknown)
  })
)
const write = Schema.encodeSync(Sealed)
const read = Schema.decodeUnknownOption(Sealed)

/** The key-derivation label for emails in the outbox. */
const OUTBOX_LABEL = "outbox mail"

const details = ({ attachments, from, headers, inReplyTo, listUnsubscribe, references }: Email) => ({
  from: from ?? null,
  headers,
  inReplyTo,
  references,
  listUnsubscribe,
  attachments: (attachments ?? []).map(({ contentType, filename }) => ({ contentType, filename }))
})

const seal = Effect.fnUntraced(function* (content: typeof Sealed.Type, messageId: string) {
  return yield* (yield* Secrets).seal(OUTBOX_LABEL, write(content), messageId)
})

/**
 * Encrypts an email for the outbox. The subject is encrypted too, because the subject of an email with a code contains
 * the code.
 */
export const sealForOutbox = Effect.fn("sealForOutbox")(function* (mail: Email) {
  const { html, messageId, subject, text } = mail
  const sealed = yield* seal({ subject, text, html, details: details(mail) }, messageId)
  return { messageId, recipient: mail.to, sealed } satisfies NewOutboxMail
})

/** Decrypts an email of the outbox. Null if it was encrypted with another secret. */
export const openOutboxMail = Effect.fn("openOutboxMail")(function* ({ content, messageId }: OutboxMail) {
  if (!("sealed" in content)) return content satisfies OutboxContent
  const opened = yield* Effect.option((yield* Secrets).open(OUTBOX_LABEL, content.sealed, messageId))
  const found: OutboxContent | null = Option.getOrNull(Option.flatMap(opened, read))
  return found
})

/** Encrypts emails that an older release has stored as plain text. Returns how many emails it has encrypted. */
export const sealOutbox = Effect.fn("sealOutbox")(function* (limit: number) {
  const outbox = yield* MailOutbox
  const plain = yield* outbox.unsealed(limit)
  for (const { content, id, messageId } of plain) {
    if (!("sealed" in content)) yield* outbox.seal(id, yield* seal(content, messageId))
  }
  return plain.length
})
