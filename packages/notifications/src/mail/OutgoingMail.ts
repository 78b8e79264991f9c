import type { Email } from "@mon/alerts"
import { defineQueue, Jobs, Secrets, type StoreError } from "@mon/core-store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
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

export const writeQueuedEmail = Schema.encodeSync(QueuedEmail)

const decode = Schema.decodeUnknownOption(QueuedEmail)

/** Decodes an email from the queue. Null if another release has written it in a different form. */
export const readQueuedEmail = (text: string): Email | null => Option.getOrNull(decode(text))

const SECOND = 1_000
const MINUTE = 60 * SECOND

/**
 * The queue of emails. Emails are sealed, because they can contain one-time codes and login links. The key of a job is
 * the email's Message-ID.
 */
export const mailQueue = defineQueue({
  name: "mail",
  payload: Schema.Struct({
    messageId: Schema.String,
    sealed: Schema.String,
    unlessRefused: Schema.optionalKey(Schema.Boolean)
  }),
  retryAfterMs: [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE],
  expireInSeconds: 120,
  keyed: true
})

/** The key-derivation label for sealed emails. */
export const MAIL_LABEL = "outgoing mail"

/** Queues emails for the worker, so that callers never wait for a mail server. */
export class OutgoingMail extends Context.Service<
  OutgoingMail,
  {
    /**
     * Enqueues an email, in the caller's transaction if there is one. An email with a Message-ID that is already in the
     * queue is not queued again. The email is sent even if a mail server has refused the address earlier, because
     * people requested these emails or need them to protect their accounts, and because their links confirm the
     * address.
     */
    readonly post: (mail: Email) => Effect.Effect<void, StoreError>
    /** Enqueues an email that nobody is waiting for. Sends nothing to an address that a mail server has refused. */
    readonly postUnlessRefused: (mail: Email) => Effect.Effect<void, StoreError>
  }
>()("@mon/notifications/OutgoingMail") {
  static readonly layer: Layer.Layer<OutgoingMail, never, Jobs | Secrets> = Layer.effect(
    OutgoingMail,
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const secrets = yield* Secrets
      const enqueue = Effect.fnUntraced(function* (mail: Email, policy: { readonly unlessRefused?: true }) {
        const { messageId } = mail
        const sealed = yield* secrets.seal(MAIL_LABEL, writeQueuedEmail(mail), messageId)
        yield* jobs.enqueue(mailQueue, { messageId, sealed, ...policy }, { key: messageId })
      })
      return {
        post: Effect.fn("OutgoingMail.post")((mail: Email) => enqueue(mail, {})),
        postUnlessRefused: Effect.fn("OutgoingMail.postUnlessRefused")((mail: Email) =>
          enqueue(mail, { unlessRefused: true })
        )
      }
    })
  )

  static readonly layerMemory = (posted: Array<Email>): Layer.Layer<OutgoingMail> => {
    const post = (mail: Email) =>
      Effect.sync(() => {
        posted.push(mail)
      })
    return Layer.succeed(OutgoingMail, { post, postUnlessRefused: post })
  }
}
