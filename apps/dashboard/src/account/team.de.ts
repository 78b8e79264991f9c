import type { AccountCatalogue } from "./account.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const team: AccountCatalogue["team"] = {
  title: "Team",
  seats: (used, limit) => `${used} von ${limit} Plätzen`,
  none: "Noch niemand sonst",
  noneHint:
    "Laden Sie Kollegen und Kunden ein. Sie sehen nur die Monitore, die Sie für sie freigeben. Administratoren sehen alle.",
  planHint:
    "Mit dem Tarif Pro oder Agency können Sie Kollegen und Kunden einladen und wählen, welche Monitore sie sehen.",
  needsPlan: "Tarife vergleichen",
  invite: "Jemanden einladen",
  email: "E-Mail-Adresse",
  role: "Rolle",
  roles: { viewer: "Betrachter", editor: "Bearbeiter", admin: "Administrator" },
  roleHints: {
    viewer: "Sieht die Monitore, die Sie freigeben, und ändert nichts.",
    editor: "Sieht die Monitore, die Sie freigeben, und ändert die mit „Darf ändern“.",
    admin:
      "Sieht und ändert alles außer Team und Abrechnung. Kann das Konto nicht exportieren oder löschen und sieht die API-Schlüssel anderer nicht."
  },
  sharedWithAdmin: "Sieht und ändert alles außer Team und Abrechnung",
  access: "Monitore",
  accessHint: "Wählen Sie, was die Person sehen oder ändern kann. Das lässt sich später ändern.",
  send: "Einladung senden",
  editTitle: (name) => `Rechte von ${name}`,
  edit: "Rechte…",
  editOne: (name) => `Rechte von ${name} ändern`,
  status: { pending: "Eingeladen", accepted: "Mitglied", expired: "Einladung abgelaufen" },
  invitedAt: "eingeladen",
  joinedAt: "beigetreten",
  shared: (read, write) =>
    read + write === 0
      ? "Sieht keinen Monitor"
      : [
          ...(write === 0 ? [] : [`kann ${write} ${plural(write, "Monitor", "Monitore")} ändern`]),
          ...(read === 0 ? [] : [`kann ${read} ${plural(read, "Monitor", "Monitore")} sehen`])
        ]
          .join(", ")
          .replace(/^k/u, "K"),
  ofTag: (tag, count, of) => `${tag}: ${count} von ${of}`,
  byTag: "Nach Art und Tag",
  allOfKind: (nouns, count) => `${nouns}: alle ${count}`,
  allOfTag: (tag, count) => `Alle mit ${tag} (${count})`,
  rightOf: (name) => `Recht für ${name}`,
  rights: { none: "Kein Zugriff", read: "Darf sehen", write: "Darf ändern", mixed: "Gemischt" },
  filter: "Nach Name oder Host filtern",
  moreMonitors: (count) => `${count} weitere. Der Filter findet sie.`,
  invited: (email) => `${email} ist eingeladen`,
  invitedHint: "Eine E-Mail mit einem Link ist unterwegs. Kommt sie nicht an, geben Sie selbst einen Link weiter.",
  invitedStored:
    "Dieser Dienst hat keinen Mailserver. Die E-Mail wurde gespeichert, nicht gesendet. Geben Sie selbst einen Link weiter.",
  link: "Einladungslink",
  linkHint:
    "Erzeugen Sie einen Link und geben Sie ihn selbst weiter. Er gilt einmal, und der Link in der E-Mail verfällt. Wer den Link hat, kann die Einladung annehmen.",
  makeLink: "Link erzeugen",
  copyLink: "Link kopieren",
  linkEnds: "Gültig bis",
  linkButton: "Link kopieren…",
  linkOne: (email) => `Link kopieren: Einladung von ${email}`,
  resend: "Erneut senden",
  resendOne: (email) => `Erneut senden: Einladung von ${email}`,
  resentStored:
    "Dieser Dienst hat keinen Mailserver. Die E-Mail wurde gespeichert, nicht gesendet. Kopieren Sie stattdessen den Link.",
  resent: (email) => `Die Einladung wurde erneut an ${email} gesendet.`,
  remove: "Entfernen…",
  withdraw: "Zurückziehen…",
  withdrawOne: (email) => `Zurückziehen: Einladung von ${email}`,
  removeOne: (name) => `${name} entfernen`,
  removeTitle: (name) => `${name} entfernen?`,
  removeHint:
    "Die Person wird abgemeldet und verliert sofort den Zugriff auf alle Monitore. Ihre API-Schlüssel sowie Webhooks und Kopien von Benachrichtigungen, die sie hinzugefügt hat, enden ebenfalls.",
  withdrawHint: "Der Link verfällt sofort.",
  removed: (name) => `${name} wurde entfernt.`,
  endedKeys: (count) => `${count} API-Schlüssel ${plural(count, "endete", "endeten")}.`,
  endedWebhooks: (labels) => `Beendete Webhooks: ${labels}.`,
  endedChannels: (names) => `Beendete Alarmkanäle: ${names}.`,
  endedCopies: (emails) => `Beendete Kopien: ${emails}.`
}

export const leaving: AccountCatalogue["leaving"] = {
  title: "Ihre Mitgliedschaft",
  hint: "Sie sind Mitglied eines Kontos, das jemand anderem gehört. Sie können es jederzeit verlassen.",
  leave: "Konto verlassen…",
  ask: "Konto verlassen?",
  ends: "Sie werden abgemeldet und verlieren sofort den Zugriff auf die Monitore des Kontos. Ihre API-Schlüssel für dieses Konto gelten nicht mehr, und die Webhooks, Alarmkanäle und E-Mail-Kopien, die Sie hinzugefügt haben, werden entfernt.",
  stays: "Das Konto und seine Monitore bleiben. Um zurückzukehren, brauchen Sie eine neue Einladung des Inhabers."
}
