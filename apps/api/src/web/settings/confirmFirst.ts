import type { Language } from "@mon/model"
import { html, type Html } from "@mon/status-page"

interface Words {
  readonly first: string
  readonly before: string
  readonly after: (what: string) => string
  readonly effect: string
  readonly send: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    first: "Confirm your address first.",
    before: "You accepted an invitation with a link that was not sent to",
    after: (what) => `. ${what} as soon as you have opened a link there and chosen a new password.`,
    effect: "You will then be signed out everywhere, and your API keys stop working. Create new ones afterwards.",
    send: "Send the link"
  },
  de: {
    first: "Bestätigen Sie zuerst Ihre Adresse.",
    before: "Sie haben eine Einladung mit einem Link angenommen, der nicht an diese Adresse ging:",
    after: (what) => `. ${what}, sobald Sie dort einen Link geöffnet und ein neues Passwort gewählt haben.`,
    effect: "Sie werden dann überall abgemeldet, und Ihre API-Schlüssel gelten nicht mehr. Legen Sie danach neue an.",
    send: "Link senden"
  }
}

/** Renders the message that an action requires a confirmed address, with a button that sends the confirmation link. */
export const confirmFirst = (email: string, what: string, language: Language): Html => {
  const { after, before, effect, first, send } = words[language]
  return html`<p><strong>${first}</strong> ${before} <strong>${email}</strong>${after(what)}</p>
    <p>${effect}</p>
    <form method="post" action="/reset">
      <input type="hidden" name="email" value="${email}" />
      <button type="submit">${send}</button>
    </form>`
}
