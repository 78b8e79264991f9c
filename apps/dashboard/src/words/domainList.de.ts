import type { Catalogue } from "./catalogue.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The German words of the list of domains. */
export const domains: Catalogue["domains"] = {
  title: "Domains",
  count: (count) => `${count} ${count === "1" ? "Domain" : "Domains"}`,
  updated: (ago) => `Stand ${ago}`,
  filter: "Nach Name oder Host filtern",
  filters: "Filter",
  all: "Alle",
  down: "Nicht erreichbar",
  slow: "Beeinträchtigt",
  response: "Antwort > 3 s",
  certificate: "Zertifikat ≤ 30 Tage oder defekt",
  registration: "Registrierung ≤ 30 Tage",
  mail: "E-Mail D–F",
  up: "Erreichbar",
  unknown: "Noch kein Ergebnis",
  paused: "Pausiert",
  anyTag: "Tag: alle",
  tag: "Tag",
  sort: "Sortierung",
  sorts: {
    attention: "Dringendes zuerst",
    name: "Name",
    uptime: "niedrigste Verfügbarkeit",
    response: "langsamste",
    certificate: "Zertifikat",
    registration: "Registrierung",
    mail: "schlechteste E-Mail-Note"
  },
  columns: {
    select: "Auswahl",
    domain: "Domain",
    uptime: "30 Tage",
    response: "Antwort",
    certificate: "Zertifikat",
    registration: "Registrierung",
    mail: "E-Mail",
    why: "Was ist los"
  },
  selectOne: (name) => `${name} auswählen`,
  selectAll: "Alle gezeigten auswählen",
  days: (days) => `${days} ${plural(days, "Tag", "Tage")}`,
  expired: "abgelaufen",
  none: "Keine Domain passt",
  noneHint: (hidden) => `Die Filter verbergen ${hidden} ${plural(hidden, "Domain", "Domains")}.`,
  clear: "Filter zurücksetzen",
  list: "Domains"
}

/** The German words of the actions on selected domains. */
export const bulk: Catalogue["bulk"] = {
  selected: (count) => `${count} ausgewählt`,
  bar: "Aktionen für die ausgewählten Domains",
  pause: "Pausieren",
  resume: "Fortsetzen",
  tags: "Tags…",
  interval: "Intervall…",
  edit: "Bearbeiten…",
  editTitle: "Ausgewählte Domains ändern",
  changed: (count) => `${count} ${plural(count, "Domain wurde", "Domains wurden")} geändert.`,
  remove: "Löschen…",
  clear: "Auswahl aufheben",
  paused: (count) => `${count} ${plural(count, "Domain ist", "Domains sind")} pausiert.`,
  resumed: (count) => `${count} ${plural(count, "Domain wird", "Domains werden")} wieder überwacht.`,
  tagged: (tag, count) => `${tag}: ${count} ${plural(count, "Domain", "Domains")}.`,
  intervalSet: (interval, count) =>
    `${count} ${plural(count, "Domain wird", "Domains werden")} jetzt alle ${interval} geprüft.`,
  removed: (count) => `${count} ${plural(count, "Domain wurde", "Domains wurden")} gelöscht.`,
  failed: (count, reason) => `${count} ${plural(count, "Domain", "Domains")} unverändert: ${reason}`,
  tagTitle: "Ausgewählte Domains mit einem Tag versehen",
  tagAll: "Alle ausgewählten Domains haben ihn",
  tagSome: "Einige der ausgewählten Domains haben ihn",
  newTag: "Neuer Tag",
  addTag: "Hinzufügen",
  readOnly: "Einige dieser Domains können Sie sehen, aber nicht ändern.",
  intervalTitle: "Ausgewählte Domains prüfen alle",
  intervalField: "Intervall",
  apply: "Anwenden",
  removeTitle: (count) => `${count} ${plural(count, "Domain", "Domains")} löschen?`,
  removeOne: (name) => `Die Domain ${name} löschen?`,
  more: (count) => `und ${count} weitere`,
  removeHint: "Die Überwachung endet sofort, offene Störungen enden. Das lässt sich nicht rückgängig machen.",
  typeWord: (word) => `Zur Bestätigung ${word} eintippen`,
  word: "LÖSCHEN",
  removeNow: "Löschen"
}
