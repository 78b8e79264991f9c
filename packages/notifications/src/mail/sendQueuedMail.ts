import { MailError, Mailer } from "@mon/alerts/effect"
import { RefusedAddresses, Secrets } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { MAIL_LABEL, mailQueue, readQueuedEmail } from "./OutgoingMail.ts"
import { addressOf, recordRefusal } from "./recordRefusal.ts"

const unreadable = new MailError({
  reason: "Invalid",
  responseCode: null,
  detail: "The queued email cannot be read, because another release wrote it."
})

interface QueuedMail {
  readonly messageId: string
  readonly sealed: string
  readonly unlessRefused?: boolean
}

const logSkipped = (messageId: string) =>
  Effect.annotateLogs(
    Effect.logInfo("An email was not sent, because a mail server has permanently refused its recipient's address"),
    { messageId }
  )

/**
 * Sends a queued email. Retries after a failure, unless the rejection is permanent or the email cannot be opened or
 * read. A failure without a further attempt is only logged.
 */
export const sendQueuedMail = Effect.fn("sendQueuedMail")(function* (
  { messageId, sealed, unlessRefused = false }: QueuedMail,
  { attempt }: { readonly attempt: number }
) {
  const secrets = yield* Secrets
  const mailer = yield* Mailer
  const refused = yield* RefusedAddresses
  if (sealed === "") return
  const isLast = attempt > mailQueue.retryAfterMs.length
  yield* Effect.flatMap(secrets.open(MAIL_LABEL, sealed, messageId), (text) => {
    const email = readQueuedEmail(text)
    if (email === null) return Effect.fail(unreadable)
    const send = Effect.tapError(mailer.send(email), (error) => recordRefusal(error, email.to, null))
    return unlessRefused
      ? Effect.flatMap(refused.isRefused(addressOf(email.to)), (skips) => (skips ? logSkipped(messageId) : send))
      : send
  }).pipe(
    Effect.asVoid,
    Effect.catch((error) =>
      (error._tag === "StoreError" || (error._tag === "MailError" && error.retryable)) && !isLast
        ? Effect.fail(error)
        : Effect.annotateLogs(Effect.logError("An email could not be delivered and will not be retried"), {
            messageId,
            error: error.message
          })
    )
  )
})
