import type { Email } from "@mon/alerts"
import { defineQueue, Queue, Secrets, type StoreError } from "@mon/core-store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { writeQueuedEmail } from "./QueuedEmail.ts"

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Emails to be sent. They are sealed because they hold one-time codes and login links. The key is the Message-ID. */
export const mailQueue = defineQueue({
  name: "mail",
  payload: Schema.Struct({ messageId: Schema.String, sealed: Schema.String }),
  retryAfterMs: [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE],
  expireInSeconds: 120,
  keyed: true
})

/** The key-derivation label for sealed emails. */
export const MAIL_LABEL = "outgoing mail"

/** Queues emails for the worker, so that the caller never waits for a mail server. */
export class OutgoingMail extends Context.Service<
  OutgoingMail,
  {
    /**
     * Enqueues an email, in the caller's transaction if there is one. At most one email with the same Message-ID is
     * queued.
     */
    readonly post: (mail: Email) => Effect.Effect<void, StoreError>
  }
>()("@mon/notifications/OutgoingMail") {
  static readonly layer: Layer.Layer<OutgoingMail, StoreError, Queue | Secrets> = Layer.effect(
    OutgoingMail,
    Effect.gen(function* () {
      const queue = yield* Queue
      const secrets = yield* Secrets
      yield* queue.declare(mailQueue)
      return {
        post: Effect.fn("OutgoingMail.post")(function* (mail: Email) {
          const sealed = yield* secrets.seal(MAIL_LABEL, writeQueuedEmail(mail), mail.messageId)
          yield* queue.enqueue(mailQueue, { messageId: mail.messageId, sealed }, { key: mail.messageId })
        })
      }
    })
  )

  /** Collects posted emails in an array, for tests. */
  static readonly layerMemory = (posted: Array<Email>): Layer.Layer<OutgoingMail> =>
    Layer.succeed(OutgoingMail, {
      post: (mail) =>
        Effect.sync(() => {
          posted.push(mail)
        })
    })
}
