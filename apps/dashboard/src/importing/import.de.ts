import type { GroupKind, ImportSource } from "@mon/import"
import type { FileProblem } from "./chosenFiles.ts"
import type { ImportWords } from "./import.en.ts"

const sources: Readonly<Record<ImportSource, string>> = {
  list: "Liste von Adressen",
  csv: "CSV, zum Beispiel der Export von UptimeRobot",
  curl: "curl-Befehle",
  har: "HAR: Anfragen, die ein Browser aufgezeichnet hat",
  "uptime-kuma": "Uptime Kuma: JSON-Sicherung",
  gatus: "Gatus: Konfiguration",
  blackbox: "blackbox_exporter und Prometheus",
  changedetection: "changedetection.io: url-watches.json",
  uptimerobot: "UptimeRobot: Antworten der API",
  "better-stack": "Better Stack: Antworten der API",
  healthchecks: "Healthchecks: Antwort der API",
  cronitor: "Cronitor: Antworten der API oder YAML",
  updown: "updown.io: Antworten der API",
  statuscake: "StatusCake: Antworten der API",
  openstatus: "OpenStatus: openstatus.yaml",
  statuspage: "Statusseite: summary.json"
}

const nouns: Readonly<Record<GroupKind, readonly [one: string, several: string]>> = {
  file: ["Datei", "Dateien"],
  monitor: ["Monitor", "Monitore"],
  tag: ["Tag", "Tags"],
  channel: ["Alarmkanal", "Alarmkanäle"],
  route: ["Alarmweg", "Alarmwege"],
  maintenanceWindow: ["Wartungsfenster", "Wartungsfenster"],
  statusPage: ["Statusseite", "Statusseiten"]
}

const counted = (count: number, kind: GroupKind): string => `${count} ${nouns[kind][count === 1 ? 0 : 1]}`

const problems: Readonly<Record<FileProblem, string>> = {
  large: "Die Dateien haben zusammen mehr als 4 MiB. Führen Sie „mon import“ auf Ihrem Rechner aus.",
  many: "Wählen Sie höchstens 100 Dateien.",
  binary: "Eine Datei ist kein Text in UTF-8.",
  program:
    "Datenbanken und Archive werden nur auf Ihrem Rechner gelesen. Führen Sie „mon import“ aus, zum Beispiel: mon import uptime-kuma kuma.db"
}

export const importDe: ImportWords = {
  title: "Import",
  note: "Übernehmen Sie Ihre Monitore aus einem anderen Werkzeug.",
  toConfig: "Konfigurationsdatei",
  link: "Aus einem anderen Werkzeug importieren",
  chooseTitle: "Export des anderen Werkzeugs auswählen",
  chooseHint:
    "Exporte von Uptime Kuma, UptimeRobot, Better Stack, updown.io, StatusCake, Gatus und anderen funktionieren. Ihr Browser liest die Datei. Geheimnisse darin sendet er nicht. Sie sehen das Ergebnis, bevor sich etwas ändert.",
  file: "Dateien auswählen",
  fileHint: "JSON, YAML, CSV oder eine Liste, höchstens 4 MiB. Sie können Dateien auch hierher ziehen.",
  kind: "Welches Werkzeug",
  detect: "Automatisch erkennen",
  source: (source) => sources[source],
  problem: (problem) => problems[problem],
  unknown: "Mon erkennt diese Datei nicht. Wählen Sie das Werkzeug.",
  stopped: "Das Lesen der Dateien dauerte zu lange. Führen Sie „mon import“ auf Ihrem Rechner aus.",
  foreign: (source) =>
    `Das ist keine Konfigurationsdatei, sondern vermutlich die Datei eines anderen Werkzeugs: ${source}.`,
  importIt: "Importieren",
  reading: "Wird gelesen …",
  missingTitle: (count) => `${counted(count, "monitor")} von Arten, die Mon nicht überwachen kann`,
  missing: (kind, count) => `${count} × ${kind}`,
  resultTitle: "Was gefunden wurde",
  nothing: "Die Datei enthält nichts, was Mon importieren kann.",
  imported: (count, total, kind) =>
    count === total ? counted(count, kind) : `${nouns[kind][1]}: ${count} von ${total}`,
  lostTitle: (count) =>
    count === 1 ? "1 Alarmkanal erhält keine Alarme mehr" : `${count} Alarmkanäle erhalten keine Alarme mehr`,
  lostHint: "Diese Kanäle werden nicht importiert. Die Alarme gehen an die übrigen Empfänger des Kontos.",
  lost: (name, monitors) => `${name} erhält keine Alarme über: ${monitors.join(", ")}`,
  fields: (carried, changed, leftOut) => `Felder: ${carried} übernommen, ${changed} geändert, ${leftOut} ausgelassen.`,
  secretsTitle: (count) => (count === 1 ? "1 Geheimnis" : `${count} Geheimnisse`),
  secretsHint:
    "Geben Sie die noch einmal ein, die Mon verwenden soll. Ohne Wert fehlt dem Monitor der Header, der Inhalt oder die Anmeldung, und ein Alarmkanal wird ausgelassen. Sie können ihn dort später ergänzen. Ein Heartbeat ohne sein Token bekommt eine neue Ping-URL.",
  moreSecrets: (count) =>
    `${count} weitere werden ausgelassen. „mon import“ schreibt alle in eine Datei auf Ihrem Rechner.`,
  reportTitle: "Geändert oder ausgelassen",
  object: (kind) => nouns[kind][0],
  changed: "geändert",
  to: "zu",
  out: "ausgelassen",
  more: (count) => `${count} weitere zeigen`,
  plan: "Änderungen anzeigen",
  planning: "Wird verglichen …",
  withoutSecrets: (count) => `Ausgelassen, weil ein Geheimnis leer ist: ${count}`
}
