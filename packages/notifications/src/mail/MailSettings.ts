import { parseMailbox, parseSmtpUrl } from "@mon/alerts"
import { type Environment, givenSetting, SettingError } from "@mon/model"
import * as Redacted from "effect/Redacted"
import type { MailSettings } from "./layerMailer.ts"

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
 * Reads the email settings from an environment.
 *
 * @throws SettingError
 */
export const readMailSettings = (env: Environment): MailSettings => ({
  smtpUrl: smtpUrl(givenSetting(env, "MON_SMTP_URL")),
  from: mailFrom(givenSetting(env, "MON_MAIL_FROM") ?? "Mon <mon@localhost>")
})
