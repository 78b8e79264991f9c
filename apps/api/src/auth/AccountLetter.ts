import { composeNotice, type Email } from "@mon/alerts"
import type { MailAudience } from "@mon/core-store"
import { type AccountLetter, accountLetterWords } from "./accountLetterWords.ts"
import { messageDomainOf, type Sender } from "./Letter.ts"

/** The time of an event, and the id that makes the Message-ID unique. */
interface Occasion {
  readonly nowMs: number
  readonly id: string
}

/** The path of the screen on which people see their sessions and their second factor. */
const SECURITY_PATH = "/app/settings/security"

const timeIn = (locale: string, timeZone: string, nowMs: number): string =>
  new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone
  }).format(nowMs)

export const composeAccountLetter = (
  { baseUrl, service }: Sender,
  { email, language, timezone: timeZone }: MailAudience,
  letter: AccountLetter,
  { id, nowMs }: Occasion
): Email => {
  const words = accountLetterWords[language]
  const rows = [{ label: words.time, value: timeIn(words.locale, timeZone, nowMs) }]
  if ("address" in letter) {
    const browser = [letter.browser, letter.system].filter((part) => part !== null).join(", ")
    rows.push({ label: words.browser, value: browser === "" ? words.unknown : browser })
    rows.push({ label: words.address, value: letter.address })
  }
  const link =
    letter.kind === "passwordChanged"
      ? { label: words.newPassword, url: `${baseUrl}/reset` }
      : { label: words.security, url: `${baseUrl}${SECURITY_PATH}` }
  return composeNotice(
    { tone: "news", ...words.texts(letter, service), rows, sections: [], link },
    {
      to: email,
      language,
      service,
      timeZone,
      settingsUrl: null,
      stopUrl: null,
      messageDomain: messageDomainOf(baseUrl)
    },
    { key: `account:${letter.kind}:${id}` }
  )
}
