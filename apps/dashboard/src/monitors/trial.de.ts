import type { TrialWords } from "./trial.en.ts"

export const trialDe: TrialWords = {
  title: "Eine Prüfung mit diesen Einstellungen",
  run: "Jetzt ausprobieren",
  again: "Noch einmal",
  hint: "Mon prüft einmal mit diesen Einstellungen und zeigt die Antwort. Nichts wird gespeichert, und niemand wird benachrichtigt.",
  noAddress: "Geben Sie zuerst eine Domain ein.",
  address: "Domain",
  running: "Die Prüfung läuft…",
  outdated: "Seit dieser Prüfung haben Sie etwas geändert.",
  refused: "Mon hat nicht geprüft.",
  limited:
    "Das war genug für diese Minute: Versuche, Vorschauen, Prüfungen von Hand und Tests zählen zusammen. Versuchen Sie es in einer Minute wieder.",
  busy: "Mon ist zu beschäftigt. Versuchen Sie es in einer Minute wieder.",
  slow: "Langsam",
  phases: "DNS + Verbindung + TLS + Warten + Laden, ms",
  finalUrl: "Letzte Adresse",
  expectations: "Erwartungen",
  holds: "Erfüllt:",
  fails: "Nicht erfüllt:",
  excerpt: "Anfang der Antwort",
  hidden: "Der Text der Antwort ist nicht zu sehen, weil die Anfrage Header, einen Body oder Zugangsdaten hat.",
  goTo: (label) => `Zu „${label}“`
}
