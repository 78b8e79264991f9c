import { type Email, parseMailbox, parseSmtpUrl } from "@mon/alerts"
import { Mailer, MailError } from "@mon/alerts/effect"
import { MailOutbox, Secrets } from "@mon/core-store"
import { type Environment, givenSetting, SettingError } from "@mon/model"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { sealForOutbox } from "./outboxContent.ts"

/** The settings for sending email (MON_SMTP_URL, MON_MAIL_FROM). */
export interface MailSettings {
  /**
   * The URL of the SMTP server. If it is null, emails are stored in the outbox of the database, and a line on the
   * console announces each email.
   */
  readonly smtpUrl: Redacted.Redacted | null
  readonly from: string
}

export const STORED_REPLY = "250 stored in the outbox"

// The line on the console does not contain the subject, because the subject of an email with a code contains the code.
const storeMail = (outbox: MailOutbox["Service"], secrets: Secrets["Service"]) => (mail: Email) =>
  sealForOutbox(mail).pipe(
    Effect.provideService(Secrets, secrets),
    Effect.flatMap(outbox.put),
    Effect.tap((id) => (id === null ? Effect.void : Console.log(`Email to ${mail.to} stored in the outbox`))),
    Effect.as({ messageId: mail.messageId, responseCode: 250, response: STORED_REPLY }),
    Effect.mapError((error) => new MailError({ reason: "Unreachable", responseCode: null, detail: error.message }))
  )

/** Encrypts emails and stores them in the outbox of the database. Each Message-ID is stored once. */
export const layerOutboxMailer: Layer.Layer<Mailer, never, MailOutbox | Secrets> = Layer.effect(
  Mailer,
  Effect.gen(function* () {
    return Mailer.over(storeMail(yield* MailOutbox, yield* Secrets))
  })
)

/** Sends emails by SMTP if a server is configured. Without a server, stores them in the outbox of the database. */
export const layerMailer = ({ from, smtpUrl }: MailSettings): Layer.Layer<Mailer, never, MailOutbox | Secrets> =>
  smtpUrl === null ? layerOutboxMailer : Mailer.layerSmtp({ url: smtpUrl, from })

const smtpUrl = (text: string | null): Redacted.Redacted | null => {
  if (text === null) return null
  if (!parseSmtpUrl(text).ok)
    throw new SettingError({
      variable: "MON_SMTP_URL",
      takes: "a URL such as smtp://user:password@host:587 or smtps://host:465"
    })
  return Redacted.make(text)
}

const mailFrom = (text: string): string => {
  if (parseMailbox(text) === null)
    throw new SettingError({ variable: "MON_MAIL_FROM", takes: "a sender such as Mon <mon@example.org>" })
  return text
}

/**
 * Reads the email settings from environment variables.
 *
 * @throws SettingError
 */
export const readMailSettings = (env: Environment): MailSettings => ({
  smtpUrl: smtpUrl(givenSetting(env, "MON_SMTP_URL")),
  from: mailFrom(givenSetting(env, "MON_MAIL_FROM") ?? "Mon <mon@localhost>")
})
