import type { Language } from "@mon/model"

export interface RefusalWords {
  readonly word: string
  readonly subject: (address: string) => string
  readonly headline: string
  readonly lead: (service: string) => string
  readonly address: string
  readonly answer: string
  readonly open: string
}

export const refusalWords: Readonly<Record<Language, RefusalWords>> = {
  en: {
    word: "EMAIL",
    subject: (address) => `EMAIL REFUSED ${address}`,
    headline: "A mail server rejected an address",
    lead: (service) =>
      `A mail server says that the address below does not exist. ${service} no longer sends alerts or reports to it. Correct the address, or go to the settings and send it a link. Everyone else still gets alerts.`,
    address: "Address",
    answer: "Reply code",
    open: "Open the settings"
  },
  de: {
    word: "E-MAIL",
    subject: (address) => `E-MAIL ABGELEHNT ${address}`,
    headline: "Ein Mailserver lehnt eine Adresse ab",
    lead: (service) =>
      `Ein Mailserver sagt, dass es die unten genannte Adresse nicht gibt. ${service} schickt ihr keine Alarme und Berichte mehr. Korrigieren Sie die Adresse, oder schicken Sie ihr in den Einstellungen einen Link. Alarme an alle anderen Empfänger laufen weiter.`,
    address: "Adresse",
    answer: "Antwortcode",
    open: "Einstellungen öffnen"
  }
}
