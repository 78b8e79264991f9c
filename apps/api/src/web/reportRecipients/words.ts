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

export const reportRecipientWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "Availability reports",
    pending: (account) => `${account} wants to send regular reports on domain availability to this address:`,
    confirmed: (account) => `${account} sends reports to this address:`,
    unsubscribed: (account) => `${account} does not send reports to this address:`,
    confirm: "Get the reports",
    unsubscribe: "Unsubscribe",
    gone: "This link does not work",
    goneHint: "The report that this link belongs to is no longer sent."
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
