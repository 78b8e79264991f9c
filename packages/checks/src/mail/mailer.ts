import type { Email } from "@mon/alerts"
import { MailError, Mailer } from "@mon/alerts/effect"
import { MailOutbox } from "@mon/core-store"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

/** How the service sends mail (MON_SMTP_URL, MON_MAIL_FROM). */
export interface MailSettings {
  /** Null: mails are kept in the database, and a line on the console says so. */
  readonly smtpUrl: Redacted.Redacted | null
  readonly from: string
}

/** What the outbox keeps beside recipient, subject and bodies. */
const details = ({ attachments, from, headers, inReplyTo, listUnsubscribe, references }: Email) => ({
  from: from ?? null,
  headers,
  inReplyTo,
  references,
  listUnsubscribe,
  attachments: (attachments ?? []).map(({ contentType, filename }) => ({ contentType, filename }))
})

const keep = (outbox: MailOutbox["Service"]) => (mail: Email) =>
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
        id === null ? Effect.void : Console.log(`Mail to ${mail.to} kept in the outbox: ${mail.subject}`)
      ),
      Effect.as({ messageId: mail.messageId, responseCode: 250, response: "250 kept in the outbox" }),
      Effect.mapError((error) => new MailError({ reason: "Unreachable", responseCode: null, detail: error.message }))
    )

/** Mails kept in the database, each Message-ID once. */
export const layerOutboxMailer: Layer.Layer<Mailer, never, MailOutbox> = Layer.effect(
  Mailer,
  Effect.map(MailOutbox, (outbox) => Mailer.over(keep(outbox)))
)

/** By SMTP when there is a server, else into the outbox of the database. */
export const layerMailer = ({ from, smtpUrl }: MailSettings): Layer.Layer<Mailer, never, MailOutbox> =>
  smtpUrl === null ? layerOutboxMailer : Mailer.layerSmtp({ url: smtpUrl, from })
