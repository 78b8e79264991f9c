import type { AlertSourceWords } from "./alertSources.en.ts"

export const alertSourcesDe: AlertSourceWords = {
  title: "Alarmquellen",
  used: (used, limit) => `${used} von ${limit}`,
  about:
    "Andere Werkzeuge können ihre Alarme an Mon senden, und Mon verteilt sie über Ihre Alarmwege. Die Alarme stehen unter Störungen.",
  none: "Noch keine Alarmquelle",
  noneHint:
    "Lassen Sie Prometheus, Grafana oder ein Werkzeug, das an PagerDuty oder Opsgenie sendet, seine Alarme an Mon senden. Dann kommen alle Alarme über dieselben Wege und Bereitschaftspläne.",
  add: "Quelle hinzufügen",
  addTitle: "Alarmquelle hinzufügen",
  name: "Name",
  kind: "Was das Werkzeug sendet",
  kindHint: {
    pagerduty: "Für alle Werkzeuge, die Ereignisse an PagerDuty senden können (Events API v2).",
    opsgenie: "Für alle Werkzeuge, die Alarme an Opsgenie oder Jira Service Management senden können.",
    alertmanager: "Für den Webhook von Prometheus Alertmanager.",
    grafana: "Für einen Kontaktpunkt der Art Webhook und für den formatierten Webhook von Grafana OnCall."
  },
  create: "Quelle hinzufügen",
  created: (name) => `${name} wurde hinzugefügt`,
  rotatedTitle: (name) => `Neuer Token von ${name}`,
  once: "Kopieren Sie die Adresse oder den Token jetzt. Mon speichert nur einen Hash des Tokens und kann ihn nicht noch einmal zeigen.",
  address: "Adresse mit dem Token",
  copyAddress: "Adresse kopieren",
  token: "Token",
  copyToken: "Token kopieren",
  setup: {
    pagerduty:
      "Ersetzen Sie im Absender https://events.pagerduty.com durch den ersten Teil der Adresse oben, der mit /in endet. Der Token ist der Routing Key. Lässt sich der Routing Key nicht ändern, tragen Sie die ganze Adresse oben ein.",
    opsgenie:
      "Ersetzen Sie im Absender https://api.opsgenie.com durch den ersten Teil der Adresse oben, der mit /in endet. Der Token ist der API-Schlüssel. Sendet der Absender keinen Schlüssel, tragen Sie die ganze Adresse oben ein.",
    alertmanager:
      "Fügen Sie diesen Empfänger in die Konfiguration von Alertmanager ein, und verwenden Sie ihn in einer Route.",
    grafana: "Fügen Sie in Grafana einen Kontaktpunkt der Art Webhook mit der Adresse oben hinzu."
  },
  examples: {
    config: "Konfiguration von Alertmanager",
    test: "Testalarm senden",
    end: "Testalarm beenden"
  },
  testHint:
    "Der Testalarm wird wie ein echter gesendet, mit dem Schweregrad Hinweis. Ihre Alarmwege entscheiden, wer ihn bekommt.",
  copyExample: (title) => `Kopieren: ${title}`,
  waiting: "Es wird auf einen Alarm gewartet. Diese Zeile ändert sich, wenn einer ankommt.",
  arrived: "Mon hat einen Alarm empfangen:",
  received: "Empfangen",
  never: "Noch nichts empfangen",
  openCount: (count) => (count === 1 ? "1 offener Alarm" : `${count} offene Alarme`),
  hint: (last) => `Token endet auf ${last}`,
  off: "Ausschalten",
  offOne: (name) => `${name} ausschalten`,
  isOff: (name) => `${name} ist aus.`,
  on: "Einschalten",
  onOne: (name) => `${name} einschalten`,
  isOn: (name) => `${name} ist an.`,
  rotate: "Neuer Token…",
  rotateOne: (name) => `Neuer Token für ${name}`,
  rotateTitle: (name) => `${name} einen neuen Token geben?`,
  rotateHint:
    "Der bisherige Token gilt sofort nicht mehr. Die Alarme des Absenders werden abgelehnt, bis er den neuen Token hat.",
  remove: "Löschen…",
  removeOne: (name) => `${name} löschen`,
  removeTitle: (name) => `Die Quelle ${name} löschen?`,
  removeHint:
    "Der Token gilt nicht mehr, und offene Alarme der Quelle enden ohne Nachricht. Frühere Alarme bleiben in der Liste der Störungen. Das lässt sich nicht rückgängig machen.",
  removed: (name) => `${name} wurde gelöscht.`,
  stopped: { owner: "Ausgeschaltet", plan: "Angehalten: nicht in Ihrem Tarif" },
  stoppedHint: {
    owner: "Alarme dieser Quelle werden abgelehnt.",
    plan: "Ihr Tarif erlaubt weniger Quellen, deshalb werden Alarme dieser Quelle abgelehnt. Wechseln Sie den Tarif, oder löschen Sie eine ältere Quelle."
  }
}
