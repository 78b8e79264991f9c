import type { Mail } from "@mon/alerts"
import { Mailer } from "@mon/alerts/effect"
import { Secrets } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { MAIL_LABEL } from "./OutgoingMail.ts"

/** Only `OutgoingMail.post` seals with this label, and it seals mails. */
const asMail = (text: string): Mail => JSON.parse(text) as Mail

/** Sends a mail that was posted. One that is refused for good, or that no secret opens, ends here; everything else fails and is tried again. */
export const sendPosted = Effect.fn("sendPosted")(function*({ messageId, sealed }: { readonly messageId: string; readonly sealed: string }) {
  const secrets = yield* Secrets
  const mailer = yield* Mailer
  yield* Effect.flatMap(secrets.open(MAIL_LABEL, sealed, messageId), (text) => mailer.send(asMail(text))).pipe(
    Effect.asVoid,
    Effect.catch((error) =>
      error._tag === "MailError" && error.retryable
        ? Effect.fail(error)
        : Effect.annotateLogs(Effect.logError("A mail was given up"), { messageId, error: error.message })
    )
  )
})
