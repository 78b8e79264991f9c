import type { Language } from "@mon/model"

interface Words {
  readonly title: string
  readonly pending: (account: string) => string
  readonly confirmed: (account: string) => string
  readonly unsubscribed: (account: string) => string
  readonly confirm: string
  readonly unsubscribe: string
  readonly gone: string
  readonly goneHint: string
}

/** The texts of the pages of recipients of reports. */
export const reportRecipientWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "Reports about availability",
    pending: (account) => `${account} wants to send regular reports about the availability of domains to this address:`,
    confirmed: (account) => `Reports of ${account} are sent to this address:`,
    unsubscribed: (account) => `Reports of ${account} are not sent to this address:`,
    confirm: "Get the reports",
    unsubscribe: "Unsubscribe",
    gone: "This link does not work",
    goneHint: "The report of this link is no longer sent."
  },
  de: {
    title: "Berichte über Verfügbarkeit",
    pending: (account) =>
      `${account} möchte an diese Adresse regelmäßig Berichte über die Verfügbarkeit von Domains schicken:`,
    confirmed: (account) => `Berichte von ${account} werden an diese Adresse geschickt:`,
    unsubscribed: (account) => `Berichte von ${account} werden nicht an diese Adresse geschickt:`,
    confirm: "Berichte bekommen",
    unsubscribe: "Abbestellen",
    gone: "Dieser Link funktioniert nicht",
    goneHint: "Mit diesem Link schickt niemand mehr Berichte."
  }
}
