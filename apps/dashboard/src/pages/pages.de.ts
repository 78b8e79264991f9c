import type { PagesWords } from "./pages.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const pagesDe: PagesWords = {
  title: "Seiten",
  count: (count) => `${count} ${count === "1" ? "Seite" : "Seiten"}`,
  add: "Seiten hinzufügen",
  list: "Seiten",
  filter: "Nach Name oder Adresse filtern",
  show: { all: "Alle", unseen: "Ungesehene Änderungen", error: "Nicht lesbar", paused: "Pausiert" },
  sorts: { attention: "Ungesehenes zuerst", changed: "zuletzt geändert", name: "Name", response: "langsamste" },
  columns: { page: "Seite", changed: "Letzte Änderung", response: "Antwort", why: "Was ist neu" },
  unseen: (count) => (count >= 100 ? "100+ ungesehen" : `${count} ungesehen`),
  never: "keine bekannt",
  none: "Keine Seite passt",
  noneHint: (hidden) => `Die Filter verbergen ${hidden} ${plural(hidden, "Seite", "Seiten")}.`,
  welcome: {
    title: "Überwachen Sie eine Seite auf Änderungen",
    hint: "Preise, Bedingungen, Stellenangebote, die Tarife eines Mitbewerbers: Mon liest die Seite so oft Sie wollen und zeigt, was sich geändert hat, Wort für Wort und als Bild.",
    steps: [
      ["Adresse einer Seite einfügen", "Die erste Prüfung läuft sofort. Spätere Prüfungen werden mit ihr verglichen."],
      [
        "Bei Änderungen benachrichtigt werden",
        "Mit den neuen und entfernten Zeilen und einem Bild vorher und nachher."
      ],
      ["Änderungen als gesehen markieren", "Was noch niemand gesehen hat, bleibt oben in der Liste."]
    ]
  },
  bulk: {
    bar: "Aktionen für die ausgewählten Seiten",
    readOnly: "Einige dieser Seiten können Sie sehen, aber nicht ändern.",
    seen: "Als gesehen markieren",
    markedSeen: (count) => `${count} ${plural(count, "Seite hat", "Seiten haben")} jetzt keine ungesehene Änderung.`,
    paused: (count) => `${count} ${plural(count, "Seite ist", "Seiten sind")} pausiert.`,
    resumed: (count) => `${count} ${plural(count, "Seite wird", "Seiten werden")} wieder überwacht.`,
    intervalSet: (interval, count) =>
      `${count} ${plural(count, "Seite wird", "Seiten werden")} jetzt alle ${interval} geprüft.`,
    intervalTitle: "Ausgewählte Seiten prüfen alle",
    removed: (count) => `${count} ${plural(count, "Seite wurde", "Seiten wurden")} gelöscht.`,
    failed: (count, reason) => `${count} ${plural(count, "Seite", "Seiten")} unverändert: ${reason}`,
    removeTitle: (count) => `${count} ${plural(count, "Seite", "Seiten")} löschen?`,
    removeOne: (name) => `Die Seite ${name} löschen?`,
    removeHint:
      "Die Überwachung endet sofort. Änderungen und Bilder werden gelöscht. Das lässt sich nicht rückgängig machen."
  },
  tabs: {
    label: "Teile dieser Seite",
    overview: "Übersicht",
    changes: "Änderungen",
    pictures: "Bilder",
    settings: "Einstellungen"
  },
  open: "Seite öffnen",
  checkNow: "Jetzt prüfen",
  checking: "Wird geprüft…",
  unchanged: "Geprüft. Nichts hat sich geändert.",
  foundChange: "Geprüft. Die Seite hat sich geändert.",
  cannotRead: (why) => `Die Seite kann nicht gelesen werden: ${why}`,
  pausedNotice: "Diese Seite ist pausiert. Sie wird nicht geprüft, und es gibt keine Benachrichtigungen.",
  firstCheck: "Die erste Prüfung läuft. Spätere Prüfungen werden mit ihr verglichen.",
  noChanges: "Keine Änderung bekannt.",
  baseline: (date) =>
    `Seit dem ${date} hat keine Prüfung eine Änderung gefunden. Jede spätere Prüfung wird mit der vorigen verglichen.`,
  compared: "Was verglichen wird",
  comparedText: "Der sichtbare Text der Seite, Zeile für Zeile. Markup, Skripte und Stile zählen nicht.",
  comparedParts: (selectors) =>
    `Der sichtbare Text von ${selectors}, Zeile für Zeile. Markup, Skripte und Stile zählen nicht.`,
  comparedWithout: (selectors) => `Ohne ${selectors}.`,
  comparedLines: (count) => (count === 1 ? "Ohne die Zeilen einer Regel." : `Ohne die Zeilen von ${count} Regeln.`),
  comparedPicture: "Ein Bild der ganzen Seite, damit auch Änderungen ohne Text zu sehen sind.",
  noPictures: "Bilder sind in den Einstellungen ausgeschaltet.",
  every: "Intervall",
  lastCheck: "Letzte Prüfung",
  nextCheck: "Nächste Prüfung",
  answer: "Letzte Antwort",
  changesTotal: "Änderungen",
  since: (count, date) => `${count} seit ${date}`,
  latest: "Letzte Änderungen",
  allChanges: "Alle Änderungen",
  sections: (count) => `${count} ${plural(count, "Stelle", "Stellen")}`,
  unchangedText: (percent) => `${percent} des verglichenen Textes unverändert`,
  isNew: "Ungesehen",
  allSeen: "Alle als gesehen markieren",
  pictures: "Bilder",
  picturesNone:
    "Von dieser Seite sind keine Bilder (Screenshots) gespeichert. Der Server braucht dafür Chromium. Wie viele Tage er sie aufbewahrt, hängt vom Plan ab.",
  reasons: { check: "Prüfung", change: "Änderung", failure: "Fehlgeschlagene Prüfung" },
  history: "Erreichbar, letzte 90 Tage",
  change: {
    title: (name) => `Änderung von ${name}`,
    older: "Ältere",
    newer: "Neuere",
    seen: "Als gesehen markieren",
    notSeen: "Als ungesehen markieren",
    markedSeen: "Gesehen.",
    markedUnseen: "Wieder ungesehen.",
    text: "Text",
    view: "Darstellung des Textes",
    views: { side: "Nebeneinander", inline: "Untereinander", changed: "Änderungen" },
    before: "Vorher",
    after: "Nachher",
    line: "Zeile",
    removedLine: "entfernt",
    addedLine: "neu",
    skipped: (count) => `${count} unveränderte ${plural(count, "Zeile", "Zeilen")}`,
    noText: "Der Text ist gleich. Nur das Bild hat sich geändert.",
    approximate: "Die Fassungen sind so verschieden, dass der Vergleich mehr zeigen kann, als sich geändert hat.",
    picture: "Bild",
    pictureView: "Darstellung des Bildes",
    pictureViews: { slider: "Schieber", side: "Nebeneinander", blink: "Blinken" },
    places: (count) => `${count} ${plural(count, "Stelle weicht ab", "Stellen weichen ab")}`,
    wholePage: (selectors) =>
      `Das Bild zeigt die ganze Seite und kann sich auch außerhalb von ${selectors} unterscheiden. Solche Unterschiede gelten nicht als Änderung.`,
    samePicture: "Die Bilder sind gleich.",
    share: (percent) => `${percent} des Bildes`,
    place: (number, count) => `Stelle ${number} von ${count}`,
    nextPlace: "Nächste Stelle",
    position: "Stellung des Schiebers",
    swap: "Das andere zeigen",
    noPicture: "Es gibt kein Bild vor und nach dieser Änderung.",
    onlyAfter: "Es gibt kein Bild vor dieser Änderung.",
    onlyBefore: "Es gibt kein Bild nach dieser Änderung."
  }
}
