import type { addingDomainsEn } from "./addingDomains.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const addingDomainsDe: typeof addingDomainsEn = {
  title: "Domains hinzufügen",
  fromTool: "Aus einem anderen Werkzeug importieren",
  field: "Welche Websites?",
  hint: "Namen oder Adressen, eine je Zeile oder mit Komma getrennt. https:// wird ergänzt, wo es fehlt.",
  found: (count) => `${count} neue ${plural(count, "Domain", "Domains")}`,
  known: (count) => `${count} bereits überwacht`,
  unclear: (text) => `Keine Website: ${text}`,
  unclearCount: (count) => `${count} Texte sind keine Websites`,
  showUnclear: "Zeigen, was keine Website ist",
  tagsForAll: "Tags für alle",
  untagged: (site, reason) => `${site} wurde ohne Tags hinzugefügt: ${reason}`,
  named: (count) => `${count} mit Namen`,
  tagged: (count) => `${count} mit Tags`,
  submit: (count) => (count === 0 ? "Hinzufügen" : `${count} ${plural(count, "Domain", "Domains")} hinzufügen`),
  other: {
    service: {
      found: (type) => `Das ist die Adresse eines Dienstes, nicht einer Website: ${type}.`,
      add: "Als Dienst hinzufügen"
    },
    job: { found: "Das ist eine Zeile einer Crontab, keine Website.", add: "Als Job hinzufügen" }
  },
  results: "Hinzugefügte Domains",
  adding: "Wird hinzugefügt…",
  checking: "Erste Prüfung läuft…",
  again: "Noch einmal",
  done: "Alle Domains zeigen",
  summary: (up, down, waiting) => `${up} erreichbar, ${down} nicht erreichbar, ${waiting} ausstehend`
}
