import type { Email } from "@mon/alerts"
import { defineQueue, Queue, Secrets, type StoreError } from "@mon/core-store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Mails that wait to be sent, sealed: they hold codes and links that open doors. The Message-ID is the key. */
export const mailQueue = defineQueue({
  name: "mail",
  payload: Schema.Struct({ messageId: Schema.String, sealed: Schema.String }),
  retryAfterMs: [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE],
  expireInSeconds: 120,
  keyed: true
})

/** What sealed mails are sealed with. */
export const MAIL_LABEL = "outgoing mail"

/** Hands mails to the worker; the sender never waits for a mail server. */
export class OutgoingMail extends Context.Service<
  OutgoingMail,
  {
    /** Keeps a mail to be sent, with the caller's transaction when there is one; of one Message-ID at most one waits. */
    readonly post: (mail: Email) => Effect.Effect<void, StoreError>
  }
>()("@mon/checks/OutgoingMail") {
  static readonly layer: Layer.Layer<OutgoingMail, StoreError, Queue | Secrets> = Layer.effect(
    OutgoingMail,
    Effect.gen(function* () {
      const queue = yield* Queue
      const secrets = yield* Secrets
      yield* queue.declare(mailQueue)
      return {
        post: Effect.fn("OutgoingMail.post")(function* (mail: Email) {
          const sealed = yield* secrets.seal(MAIL_LABEL, JSON.stringify(mail), mail.messageId)
          yield* queue.enqueue(mailQueue, { messageId: mail.messageId, sealed }, { key: mail.messageId })
        })
      }
    })
  )

  /** Keeps what was posted in a list, for tests. */
  static readonly layerMemory = (posted: Array<Email>): Layer.Layer<OutgoingMail> =>
    Layer.succeed(OutgoingMail, {
      post: (mail) =>
        Effect.sync(() => {
          posted.push(mail)
        })
    })
}
