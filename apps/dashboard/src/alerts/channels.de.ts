import { dative } from "../words/dative.ts"
import type { ChannelWords } from "./channels.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The German words of the alert channel screens. */
export const channelsDe: ChannelWords = {
  title: "Alarmkanäle",
  used: (used, limit) => `${used} von ${limit}`,
  none: "Noch kein Kanal",
  noneHint:
    "Erhalten Sie Alarme in Slack, Telegram, PagerDuty, ntfy oder einem anderen Dienst, neben der E-Mail, die Sie immer erhalten.",
  add: "Kanal hinzufügen",
  addTitle: (kind) => `${kind} hinzufügen`,
  editTitle: (name) => `Einstellungen von ${name}`,
  choose: "Wo möchten Sie Alarme erhalten?",
  search: "Dienst suchen",
  noKind:
    "Kein Dienst hat diesen Namen. Der Kanal Apprise erreicht etwa 100 weitere über einen eigenen Apprise-Server.",
  notInPlan: "Nicht in Ihrem Tarif",
  otherKind: "Anderen Dienst wählen",
  paste: "Haben Sie eine Apprise-URL?",
  pasteHint: "Programme wie changedetection.io verwenden solche URLs. Mon legt daraus dieselben Kanäle an.",
  pasteLabel: "Apprise-URL",
  pasteGo: "URL verwenden",
  pasted: (count, ignored) =>
    `${count} ${plural(count, "Kanal wurde", "Kanäle wurden")} hinzugefügt. ${ignored.length === 0 ? "" : `Ohne Wirkung in der URL: ${ignored.join(", ")}. `}Senden Sie an jeden einen Test.`,
  steps: "So verbinden Sie ihn",
  appearance: "So sehen Alarme aus",
  name: "Name",
  nameHint: "Steht in dieser Liste und in E-Mails über den Kanal.",
  optional: (label) => `${label} (optional)`,
  example: (example) => `Beispiel: ${example}`,
  stored: "Ein Geheimnis ist gespeichert. *** lässt es, wie es ist.",
  all: "Die Alarme des Standardwegs an diesen Kanal senden",
  allHint: "Alles, was Sie per E-Mail erhalten, außer Wochenberichten.",
  save: "Kanal speichern",
  added: (name) => `${name} wurde hinzugefügt.`,
  saved: (name) => `${name} wurde gespeichert.`,
  test: "Test senden",
  testOne: (name) => `Test senden: ${name}`,
  testing: "Wird gesendet…",
  testSent: "Der Dienst hat den Test angenommen",
  testFailed: "Der Test schlug fehl",
  answered: (answer) => `Er antwortete: ${answer}`,
  edit: "Einstellungen",
  editOne: (name) => `Einstellungen von ${name}`,
  on: "Einschalten",
  onOne: (name) => `Einschalten: ${name}`,
  isOn: (name) => `${name} ist eingeschaltet.`,
  off: "Abschalten",
  offOne: (name) => `Abschalten: ${name}`,
  isOff: (name) => `${name} ist abgeschaltet.`,
  remove: "Löschen…",
  removeOne: (name) => `${name} löschen`,
  removeTitle: (name) => `Kanal ${name} löschen?`,
  removeHint: "An ihn werden keine Alarme mehr gesendet, auch keine wartenden. Das lässt sich nicht rückgängig machen.",
  removed: (name) => `${name} wurde gelöscht.`,
  getsAll: "Alarme des Standardwegs",
  unused: "Noch nichts gesendet",
  delivered: "Zugestellt",
  noAnswer: "Keine Antwort",
  failingNow: "die letzten Nachrichten kamen nicht an",
  failingTitle: "Auf diesen Kanälen kommen keine Alarme an",
  failingFor: (time) => `Seit ${dative(time)} gestört`,
  stopped: {
    owner: "Abgeschaltet",
    refused: "Abgeschaltet: Sein Dienst lehnt die Einstellungen ab",
    failing: "Abgeschaltet: Fünf Tage lang kam nichts an",
    plan: "Angehalten: nicht in Ihrem Tarif"
  },
  stoppedHint: {
    owner: "",
    refused: "Berichtigen Sie die Einstellungen, senden Sie einen Test und schalten Sie den Kanal ein.",
    failing: "Senden Sie einen Test. Kommt er an, schalten Sie den Kanal ein.",
    plan: "Ihr Tarif erlaubt weniger Kanäle oder nicht diesen Dienst. Wechseln Sie den Tarif oder löschen Sie einen älteren Kanal."
  },
  deliveries: "Letzte Nachrichten",
  noDeliveries: "In den letzten 30 Tagen wurde keine Nachricht gesendet.",
  summary: (count) => `Zusammenfassung von ${count} Alarmen`,
  unknownResult: "Das Ergebnis ist nicht bekannt. Die Nachricht kann angekommen sein."
}
