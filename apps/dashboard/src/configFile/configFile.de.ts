import { textsOfKinds } from "../api/generalKinds.ts"
import type { ConfigSection } from "./configFileEndpoints.ts"
import { germanFault } from "./configFaults.de.ts"
import type { ConfigFileWords } from "./configFile.en.ts"

const sections: Readonly<Record<ConfigSection, string>> = {
  tags: "Tag",
  domains: "Domain",
  urls: "Seite",
  ...textsOfKinds("plural", ({ german }) => german.noun),
  channels: "Alarmkanal",
  onCallSchedules: "Bereitschaftsplan",
  routes: "Alarmweg",
  maintenanceWindows: "Wartungsfenster",
  statusPages: "Statusseite",
  scheduledReports: "Geplanter Bericht"
}

const objects = (count: number): string => (count === 1 ? "1 Objekt" : `${count} Objekte`)

export const configFileDe: ConfigFileWords = {
  title: "Konfigurationsdatei",
  note: "Alle Monitore und Alarme des Kontos in einer Datei, die Sie in einem Repository aufbewahren können.",
  reference: "Format der Datei",
  exportTitle: "Herunterladen",
  exportHint:
    "Die Datei enthält alle Monitore, Tags, Alarmkanäle, Alarmwege, Wartungsfenster und Statusseiten außer denen anderer Projekte. Statt Geheimnissen enthält sie Hashes.",
  project: "Projekt",
  projectHint:
    "Wenn mehrere Konfigurationsdateien dieses Konto beschreiben: der Projektname der Datei, die Sie herunterladen möchten. Sonst lassen Sie das Feld leer.",
  download: "Datei herunterladen",
  planTitle: "Konto mit einer Datei ändern",
  planHint:
    "Mon zeigt zuerst, was sich ändern würde. Nichts ändert sich, bevor Sie es anwenden. Variablen wie ${env:TOKEN} gibt es nur mit dem Befehl „mon plan“.",
  file: "Datei auswählen",
  fileHint: "YAML oder JSON, höchstens 4 MiB. Sie können die Datei auch hierher ziehen.",
  large: "Die Datei hat mehr als 4 MiB.",
  text: "Oder die Datei einfügen",
  plan: "Änderungen anzeigen",
  planning: "Wird verglichen …",
  result: "Was sich ändern würde",
  nothing: "Das Konto entspricht der Datei. Nichts würde sich ändern.",
  only: "Nur die Datei selbst wird vermerkt, sonst ändert sich nichts.",
  create: (count) => `${objects(count)} anlegen`,
  update: (count) => `${objects(count)} ändern`,
  remove: (count) => `${objects(count)} löschen`,
  adopt: (count) => `${count === 1 ? "1 vorhandenes Objekt" : `${count} vorhandene Objekte`} in die Datei aufnehmen`,
  kept: (count) => `Schon im Konto: ${count}`,
  keptHint: "Sie behalten Namen und Einstellungen. Die Datei fügt nur hinzu, was fehlt.",
  order: "Reihenfolge der Alarmwege",
  drift: (count) => `Von Hand geändert, seit die Datei angewendet wurde: ${count}`,
  driftHint: "Die Änderungen oben machen das rückgängig.",
  unmanaged: (count) => `In keiner Datei: ${count}`,
  unmanagedHint: "Sie bleiben, wie sie sind.",
  refused: (count) => (count === 1 ? "1 Problem" : `${count} Probleme`),
  refusedHint: "Korrigieren Sie zuerst die Datei. Nichts kann angewendet werden.",
  fault: germanFault,
  section: (section) => sections[section],
  line: (line) => `Zeile ${line}`,
  replaces: "ersetzt ein gelöschtes Objekt",
  replaced: "ein neues Objekt tritt an seine Stelle",
  fields: "Felder",
  from: "Bisher",
  to: "Neu",
  none: "nichts",
  allowDelete: (count) => `Auch ${objects(count)} löschen`,
  allowHint: "Gelöschte Monitore behalten keine Verlaufsdaten.",
  apply: "Plan anwenden",
  again: "Andere Datei",
  appliedTitle: "Der Plan wurde angewendet",
  applied: (created, updated, deleted) => `Angelegt: ${created}. Geändert: ${updated}. Gelöscht: ${deleted}.`
}
