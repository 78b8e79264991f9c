import type { Language } from "@mon/model"

interface Words {
  readonly title: string
  readonly back: string
  readonly unknown: string
  readonly justSent: string
}

export const refusedAddressWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "Refused address",
    back: "Back to settings",
    unknown: "No mail server has rejected this address.",
    justSent: "A link was sent to this address a short time ago. Try again later."
  },
  de: {
    title: "Abgelehnte Adresse",
    back: "Zurück zu den Einstellungen",
    unknown: "Kein Mailserver hat diese Adresse abgelehnt.",
    justSent: "An diese Adresse ging vor Kurzem ein Link. Versuchen Sie es später wieder."
  }
}
