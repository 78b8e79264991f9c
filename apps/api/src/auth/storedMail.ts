import { Locations } from "@mon/core-store"
import type { Language } from "@mon/model"
import { Effect } from "effect"

const sentences: Readonly<Record<Language, string>> = {
  en: "This service has no mail server. Its emails are stored, not sent. Ask its operator for the link.",
  de: "Dieser Dienst hat keinen Mailserver. Seine E-Mails werden gespeichert, nicht gesendet. Fragen Sie den Betreiber nach dem Link."
}

/**
 * Returns the sentence that a page shows after an email was queued. If the service has no mail server, the sentence
 * says that the email was only stored.
 */
export const sentOrStored = Effect.fnUntraced(function* (sent: string, language: Language) {
  const standing = yield* Effect.orElseSucceed((yield* Locations).standing(), () => ({ storesEmails: false }))
  return standing.storesEmails ? sentences[language] : sent
})
