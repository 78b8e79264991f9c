import type { Email } from "@mon/alerts"
import { Mailer } from "@mon/alerts/effect"
import { type Attempt, MailOutbox, Secrets } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { MAIL_LABEL, mailQueue } from "./OutgoingMail.ts"

/** Only `OutgoingMail.post` seals with this label, and it seals mails. */
const asMail = (text: string): Email => JSON.parse(text) as Email

/**
 * Sends a mail that was posted, and forgets what it said when that is settled. What is refused for good, what no secret
 * opens and what failed too often ends here; everything else fails and is tried again.
 */
export const sendPosted = Effect.fn("sendPosted")(function* (
  { messageId, sealed }: { readonly messageId: string; readonly sealed: string },
  { attempt }: Pick<Attempt, "attempt">
) {
  const secrets = yield* Secrets
  const mailer = yield* Mailer
  const outbox = yield* MailOutbox
  if (sealed === "") return
  const isLast = attempt > mailQueue.retryAfterMs.length
  yield* Effect.flatMap(secrets.open(MAIL_LABEL, sealed, messageId), (text) => mailer.send(asMail(text))).pipe(
    Effect.asVoid,
    Effect.catch((error) =>
      error._tag === "MailError" && error.retryable && !isLast
        ? Effect.fail(error)
        : Effect.annotateLogs(Effect.logError("A mail was given up"), { messageId, error: error.message })
    )
  )
  // It has been sent: whether its text can be emptied changes nothing about that.
  yield* Effect.ignore(outbox.forgetPosted(mailQueue.name, messageId))
})
