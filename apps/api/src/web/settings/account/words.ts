import type { Language } from "@mon/model"

interface Words {
  readonly title: string
  readonly back: string
  readonly export: {
    readonly title: string
    /** The texts before and after the name of a file. */
    readonly text: readonly [before: string, after: string]
    readonly button: string
    readonly limit: (minutes: number) => string
  }
  readonly deletion: {
    readonly title: string
    readonly lead: string
    readonly effects: (days: number) => ReadonlyArray<string>
    readonly confirm: (email: string) => string
    readonly button: string
  }
  readonly ownerOnly: (owner: string) => string
  readonly leave: string
  readonly chooseOther: string
  readonly suspended: {
    readonly title: string
    readonly text: readonly [before: string, after: string]
    readonly hint: string
  }
  readonly ending: {
    readonly title: string
    readonly since: (owner: string) => string
    readonly on: (owner: string) => string
    readonly effect: string
    readonly late: string
    readonly keep: string
    readonly ownerKeeps: string
  }
  readonly errors: {
    readonly ownerOnly: string
    readonly tooLate: string
    readonly tooSoon: (minutes: number) => string
    readonly unconfirmed: (email: string) => string
  }
}

const english: Words = {
  title: "Your account",
  back: "Back to settings",
  export: {
    title: "Export the account",
    text: [
      "You get everything in your account as one archive (tar.gz): the rows of every table as JSON Lines, and all screenshots. Passwords, keys and other secrets are not in it. The archive is written while you download it, so your browser cannot say how much is left. If the archive has no file",
      ", the download was interrupted."
    ],
    button: "Download the archive",
    limit: (minutes) => `You can export the account once every ${minutes} minutes.`
  },
  deletion: {
    title: "Delete the account",
    lead: "This is what happens:",
    effects: (days) => [
      "At once: checks and alerts stop, API keys stop working, and status pages and their copies go offline.",
      "Everyone in your account gets an email.",
      `For ${days} days you can sign in and keep the account. You are reminded before the end.`,
      "Then everything is permanently deleted: monitors, history, status pages, subscribers, simulations, credits and paid time. People who do not belong to another account are deleted too.",
      "Backups made by the service operator remain until the operator deletes them.",
      "Payments are made once and do not renew, so there is nothing to cancel. Unused time is not refunded."
    ],
    confirm: (email) => `Enter ${email} to confirm`,
    button: "Delete the account"
  },
  ownerOnly: (owner) => `Only the account owner (${owner}) can export or delete it.`,
  leave: "You can leave the account on your profile page.",
  chooseOther: "Choose another account",
  suspended: {
    title: "The account is suspended",
    text: [
      "The operator of this service has suspended the account of",
      ". Nothing is checked, no alerts are sent, and its status pages are offline."
    ],
    hint: "Nothing was deleted. Ask the service operator what to do next."
  },
  ending: {
    title: "The account will be deleted",
    since: (owner) => `The deletion of the account of ${owner} started on`,
    on: (owner) => `The account of ${owner} will be deleted for good on`,
    effect: "Nothing is checked and no alerts are sent.",
    late: "The account can no longer be kept.",
    keep: "Keep my account",
    ownerKeeps: "Only its owner can keep it."
  },
  errors: {
    ownerOnly: "Only the account owner can do this.",
    tooLate: "It is too late to keep the account.",
    tooSoon: (minutes) => `An export started less than ${minutes} minutes ago. Try again later.`,
    unconfirmed: (email) => `Enter ${email}, the address you sign in with.`
  }
}

const german: Words = {
  title: "Ihr Konto",
  back: "Zurück zu den Einstellungen",
  export: {
    title: "Konto exportieren",
    text: [
      "Sie erhalten alles in Ihrem Konto als ein Archiv (tar.gz): die Zeilen jeder Tabelle als JSON Lines und alle Bildschirmfotos, ohne Passwörter, Schlüssel und andere Geheimnisse. Es entsteht, während Sie es laden. Deshalb zeigt der Browser nicht, wie viel noch fehlt. Fehlt im Archiv die Datei",
      ", wurde das Laden unterbrochen."
    ],
    button: "Archiv laden",
    limit: (minutes) => `Sie können das Konto alle ${minutes} Minuten einmal exportieren.`
  },
  deletion: {
    title: "Konto löschen",
    lead: "Das geschieht dann:",
    effects: (days) => [
      "Sofort: Prüfungen und Alarme enden, API-Schlüssel gelten nicht mehr, Statusseiten und ihre Kopien gehen offline.",
      "Alle in Ihrem Konto erhalten eine E-Mail.",
      `${days} Tage lang können Sie sich anmelden und das Konto behalten. Vor dem Ende werden Sie erinnert.`,
      "Danach wird alles endgültig gelöscht: Monitore, Verlauf, Statusseiten, Abonnenten, Simulationen, Guthaben und bezahlte Zeit, und wer zu keinem anderen Konto gehört.",
      "Sicherungen des Betreibers bleiben, bis er sie löscht.",
      "Zahlungen sind einmalig und verlängern sich nicht, also ist nichts zu kündigen. Nicht genutzte Zeit wird nicht erstattet."
    ],
    confirm: (email) => `Geben Sie zur Bestätigung ${email} ein`,
    button: "Konto löschen"
  },
  ownerOnly: (owner) => `Nur der Inhaber des Kontos (${owner}) kann es exportieren oder löschen.`,
  leave: "Verlassen können Sie es in Ihrem Profil.",
  chooseOther: "Anderes Konto wählen",
  suspended: {
    title: "Das Konto ist gesperrt",
    text: [
      "Der Betreiber dieses Dienstes hat ein Konto gesperrt:",
      ". Nichts wird geprüft, keine Alarme werden gesendet, und seine Statusseiten sind offline."
    ],
    hint: "Nichts wurde gelöscht. Fragen Sie den Betreiber, wie es weitergeht."
  },
  ending: {
    title: "Das Konto wird gelöscht",
    since: (owner) => `Das Konto von ${owner} wird gelöscht, seit`,
    on: (owner) => `Das Konto von ${owner} wird endgültig gelöscht am`,
    effect: "Nichts wird geprüft, und keine Alarme werden gesendet.",
    late: "Es lässt sich nicht mehr behalten.",
    keep: "Konto behalten",
    ownerKeeps: "Nur sein Inhaber kann es behalten."
  },
  errors: {
    ownerOnly: "Das kann nur der Inhaber des Kontos.",
    tooLate: "Zum Behalten des Kontos ist es zu spät.",
    tooSoon: (minutes) => `Vor weniger als ${minutes} Minuten begann ein Export. Versuchen Sie es später wieder.`,
    unconfirmed: (email) => `Geben Sie ${email} ein, die Adresse, mit der Sie sich anmelden.`
  }
}

export const accountWords: Readonly<Record<Language, Words>> = { en: english, de: german }
