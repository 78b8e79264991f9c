import type { heartbeatFieldsEn } from "./heartbeatFields.en.ts"

/** The German labels and hints of the fields of heartbeats. */
export const heartbeatFieldsDe: typeof heartbeatFieldsEn = {
  labels: {
    __proto__: null as never,
    schedule: "Zeitplan",
    "schedule.every": "Zeit zwischen zwei Läufen",
    "schedule.cron": "Cron-Ausdruck",
    "schedule.onCalendar": "systemd OnCalendar",
    "schedule.timeZone": "Zeitzone",
    lateAfter: "Verspätet nach",
    "lateAfter.none": "Nie verspätet",
    maxRuntime: "Längster Lauf",
    "maxRuntime.none": "Keine Grenze",
    minRuntime: "Kürzester Lauf",
    "minRuntime.none": "Keine Grenze",
    atMost: "Höchstzahl von Läufen",
    "atMost.none": "Beliebig viele",
    "atMost.runs": "Anzahl der Läufe",
    "atMost.period": "Zeitraum",
    filters: "Filter",
    "filters.more": "Stichwörter und Methoden",
    "filters.method": "Methoden, die zählen",
    "filters.method.none": "Alle Methoden",
    "filters.method.POST": "Nur POST",
    "filters.failure": "Stichwörter für einen Fehlschlag",
    "filters.success": "Stichwörter für einen Erfolg",
    "filters.start": "Stichwörter für einen Beginn",
    "filters.subject": "Im Betreff von E-Mails suchen",
    "filters.body": "Im Text von E-Mails suchen",
    "filters.httpBody": "Im Inhalt von Pings über HTTP suchen",
    "filters.defaultFail": "Ein Ping ohne Stichwort ist ein Fehlschlag",
    slug: "Name in Ping-Adressen"
  },
  hints: {
    __proto__: null as never,
    schedule: "Wann der Job läuft. Kommt sein Ping nicht rechtzeitig, benachrichtigt Mon Sie.",
    lateAfter: "Ein Lauf, der um mehr als diese Zeit zu spät beginnt, gilt als Ausfall.",
    maxRuntime: "Ein längerer Lauf gilt als Ausfall. Dafür muss der Job auch beim Beginn einen Ping senden.",
    minRuntime: "Ein schnellerer Erfolg gilt als Ausfall, etwa eine Sicherung, die nichts zu kopieren fand.",
    atMost: "Mehr Läufe gelten als Ausfall, etwa von einem Job, der in zwei Crontabs steht.",
    "atMost.runs": "So viele Läufe dürfen in dem Zeitraum höchstens beginnen.",
    "atMost.period": "Die Zeit, in der gezählt wird.",
    filters:
      "Welche Pings zählen, und welche Stichwörter in ihrem Text sagen, was sie melden. Filter gelten für Ping-Adressen in der Form von Healthchecks und für E-Mails.",
    "filters.method": "Pings über HTTP mit einer anderen Methode werden ignoriert.",
    "filters.failure":
      "Durch Kommas getrennt. Groß- und Kleinschreibung zählt. Ein Fehlschlag geht jedem anderen Stichwort vor.",
    "filters.success": "Durch Kommas getrennt. Sie zählen, wenn kein Stichwort für einen Fehlschlag vorkommt.",
    "filters.start": "Durch Kommas getrennt. Sie zählen, wenn kein anderes Stichwort vorkommt.",
    "filters.subject": "Ein Stichwort im Betreff zählt.",
    "filters.body": "Ein Stichwort im Text zählt.",
    "filters.httpBody": "Ein Stichwort im Inhalt der Anfrage zählt, was auch immer ihre Adresse sagt.",
    "filters.defaultFail": "Sonst wird ein Ping, in dem kein Stichwort vorkommt, ignoriert.",
    slug: "Für Adressen mit dem Ping-Schlüssel des Kontos: a bis z, 0 bis 9, - und _. Leer: der Name.",
    dependsOn:
      "Zum Beispiel der Server, auf dem der Job läuft. Solange eines davon ausgefallen ist, wird niemand über einen Ausfall hier benachrichtigt."
  }
}
