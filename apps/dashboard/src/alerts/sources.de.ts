import type { SourceWords } from "./sources.en.ts"

export const sourcesDe: SourceWords = {
  title: "Aus anderen Werkzeugen",
  open: "Offene Alarme aus anderen Werkzeugen",
  ended: "Beendete Alarme aus anderen Werkzeugen",
  noneOpen: "Kein offener Alarm aus anderen Werkzeugen.",
  noneEnded: "Kein beendeter Alarm aus anderen Werkzeugen.",
  older: "Ältere Alarme",
  all: (count) => `Alle ${count}`,
  allMany: (count) => `Alle (mehr als ${count})`,
  columns: { title: "Alarm", source: "Quelle", lasted: "Dauer", began: "Beginn" },
  state: { open: "Offen", resolved: "Beendet" },
  mark: (state, severity) => `${state}, Schweregrad: ${severity}`,
  kinds: {
    pagerduty: "Ereignisse für PagerDuty",
    opsgenie: "Alarme für Opsgenie",
    alertmanager: "Prometheus Alertmanager",
    grafana: "Grafana"
  },
  severities: { critical: "Kritisch", error: "Fehler", warning: "Warnung", info: "Hinweis" },
  page: {
    reported: "Was das Werkzeug meldet",
    source: "Quelle",
    severity: "Schweregrad",
    stateTerm: "Zustand",
    began: "Beginn",
    ended: "Ende",
    lasted: "Dauer",
    received: "Empfangen",
    times: (count) => (count === 1 ? "einmal" : `${count}-mal`),
    lastAt: "zuletzt",
    description: "Beschreibung",
    link: "Link",
    note: "Letzte Notiz des Werkzeugs",
    key: "Schlüssel des Alarms",
    labels: "Labels",
    toList: "Alle Störungen",
    toSources: "Alarmquellen",
    nobody: "Bisher wurde niemand benachrichtigt, oder die Zustellungen sind älter als 30 Tage.",
    viewer:
      "Sie können diesen Alarm sehen, aber nicht bestätigen. Bitten Sie den Inhaber des Kontos um die Rolle „Bearbeiten“.",
    absent: "Nicht gefunden",
    absentHint:
      "Diese Störung gibt es nicht, oder niemand hat sie mit Ihnen geteilt. Mitglieder sehen Alarme aus anderen Werkzeugen nur, wenn sie sie in den letzten 30 Tagen bekommen haben."
  }
}
