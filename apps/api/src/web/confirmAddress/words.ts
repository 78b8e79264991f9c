import type { Language } from "@mon/model"

interface Words {
  readonly title: string
  readonly question: string
  readonly confirm: string
  readonly done: string
  readonly doneHint: string
  readonly gone: string
  readonly goneHint: string
}

export const confirmAddressWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "Confirm the address",
    question: "A mail server said that this address does not exist. Does it accept email again now?",
    confirm: "Send emails to this address",
    done: "The address is confirmed",
    doneHint: "Alerts and reports will be sent to this address again.",
    gone: "This link does not work",
    goneHint: "The link has expired or is incomplete. Go to the settings to request a new one."
  },
  de: {
    title: "Adresse bestätigen",
    question: "Ein Mailserver hat gesagt, dass es diese Adresse nicht gibt. Empfängt sie wieder E-Mails?",
    confirm: "E-Mails an diese Adresse senden",
    done: "Die Adresse ist bestätigt",
    doneHint: "Alarme und Berichte werden wieder an diese Adresse gesendet.",
    gone: "Dieser Link funktioniert nicht",
    goneHint: "Er ist abgelaufen oder unvollständig. Fordern Sie in den Einstellungen einen neuen an."
  }
}
