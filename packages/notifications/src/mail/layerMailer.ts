import type { Email } from "@mon/alerts"
import { MailError, Mailer } from "@mon/alerts/effect"
import { MailOutbox } from "@mon/core-store"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

/** How the service sends email (MON_SMTP_URL, MON_MAIL_FROM). */
export interface MailSettings {
  /** Null: emails are stored in the outbox of the database, and each is announced on the console. */
  readonly smtpUrl: Redacted.Redacted | null
  readonly from: string
}

/** The further fields that the outbox stores. */
const details = ({ attachments, from, headers, inReplyTo, listUnsubscribe, references }: Email) => ({
  from: from ?? null,
  headers,
  inReplyTo,
  references,
  listUnsubscribe,
  attachments: (attachments ?? []).map(({ contentType, filename }) => ({ contentType, filename }))
})

const storeMail = (outbox: MailOutbox["Service"]) => (mail: Email) =>
  outbox
    .put({
      messageId: mail.messageId,
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      details: details(mail)
    })
    .pipe(
      Effect.tap((id) =>
        id === null ? Effect.void : Console.log(`Email to ${mail.to} stored in the outbox: ${mail.subject}`)
      ),
      Effect.as({ messageId: mail.messageId, responseCode: 250, response: "250 stored in the outbox" }),
      Effect.mapError((error) => new MailError({ reason: "Unreachable", responseCode: null, detail: error.message }))
    )

/** Stores emails in the outbox of the database, each Message-ID once. */
export const layerOutboxMailer: Layer.Layer<Mailer, never, MailOutbox> = Layer.effect(
  Mailer,
  Effect.map(MailOutbox, (outbox) => Mailer.over(storeMail(outbox)))
)

/** Sends by SMTP if a server is configured, else stores emails in the outbox of the database. */
export const layerMailer = ({ from, smtpUrl }: MailSettings): Layer.Layer<Mailer, never, MailOutbox> =>
  smtpUrl === null ? layerOutboxMailer : Mailer.layerSmtp({ url: smtpUrl, from })
