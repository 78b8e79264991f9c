import { MailError, Mailer } from "@mon/alerts/effect"
import { type Attempt, MailOutbox, Secrets } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { MAIL_LABEL, mailQueue } from "./OutgoingMail.ts"
import { readQueuedEmail } from "./QueuedEmail.ts"

const unreadable = new MailError({
  reason: "Invalid",
  responseCode: null,
  detail: "The queued email cannot be read: another release wrote it."
})

/**
 * Sends a queued email and then erases its content. A permanent rejection, an email that cannot be opened or read and
 * the last attempt end here with a log entry; every other failure is retried.
 */
export const sendQueuedMail = Effect.fn("sendQueuedMail")(function* (
  { messageId, sealed }: { readonly messageId: string; readonly sealed: string },
  { attempt }: Pick<Attempt, "attempt">
) {
  const secrets = yield* Secrets
  const mailer = yield* Mailer
  const outbox = yield* MailOutbox
  if (sealed === "") return
  const isLast = attempt > mailQueue.retryAfterMs.length
  yield* Effect.flatMap(secrets.open(MAIL_LABEL, sealed, messageId), (text) => {
    const email = readQueuedEmail(text)
    return email === null ? Effect.fail(unreadable) : mailer.send(email)
  }).pipe(
    Effect.asVoid,
    Effect.catch((error) =>
      error._tag === "MailError" && error.retryable && !isLast
        ? Effect.fail(error)
        : Effect.annotateLogs(Effect.logError("Email could not be delivered; giving up"), {
            messageId,
            error: error.message
          })
    )
  )
  // The email is settled: an error while erasing its content must not send it again.
  yield* Effect.ignore(outbox.purgePosted(mailQueue.name, messageId))
})
