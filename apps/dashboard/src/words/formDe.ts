import type { Catalogue } from "./en.ts"

/** The words of forms in German. A label is that of a field, or that of a part as in "request.method". */
export const form: Catalogue["form"] = {
  save: "Speichern",
  saved: "Gespeichert.",
  unsaved: "Es gibt ungespeicherte Änderungen.",
  tags: "Tags",
  readOnly: "Sie können diese Domain sehen, aber nicht ändern.",
  labels: {
    name: "Name",
    checkInterval: "Prüfintervall",
    timeoutSeconds: "Zeitlimit",
    ccEmails: "Kopien der Benachrichtigungen",
    dkimSelectors: "DKIM-Selektoren",
    screenshotOnFailure: "Bildschirmfoto bei Ausfall",
    emailHealthInterval: "Intervall der E-Mail-Prüfung",
    cardColor: "Farbe",
    screenshotEnabled: "Bilder aufnehmen",
    screenshotWaitMs: "Wartezeit vor dem Bild"
  },
  hints: {
    name: "Angezeigter Name.",
    checkInterval: "Sekunden zwischen zwei Prüfungen.",
    timeoutSeconds: "Höchstdauer einer Prüfung in Sekunden.",
    ccEmails: "Adressen, die eine Kopie jeder Benachrichtigung erhalten.",
    dkimSelectors: "DKIM-Selektoren der Domain, die zusätzlich zu den üblichen geprüft werden.",
    screenshotOnFailure: "Ob beim Ausfall ein Bildschirmfoto entsteht.",
    emailHealthInterval: "Sekunden zwischen zwei E-Mail-Prüfungen.",
    cardColor: "Farbe der Domain.",
    screenshotEnabled: "Ob jede Prüfung ein Bild aufnimmt.",
    screenshotWaitMs: "Zeit zwischen dem Laden der Seite und dem Bild."
  },
  change: (label) => `Ändern: ${label}`,
  bulkHint: "Wählen Sie, was alle ausgewählten erhalten. Alles andere bleibt, wie es ist.",
  optionsForAll: "Optionen für alle",
  between: (minimum, maximum) => `${minimum} bis ${maximum}`,
  seconds: "Sekunden",
  milliseconds: "Millisekunden",
  onePerLine: "Ein Eintrag je Zeile.",
  sealed: "Bleibt unverändert, wenn Sie nichts Neues eingeben.",
  standard: "Standard",
  none: "Keine",
  add: "Hinzufügen …",
  addTo: (label: string) => `Zu ${label} hinzufügen`,
  remove: "Entfernen",
  removeEntry: (name: string) => `${name} entfernen`,
  entryName: (number: number) => `Name ${number}`,
  entryValue: (name: string) => `Wert von ${name}`,
  nameOfEntry: "Name",
  valueOfEntry: "Wert"
}
