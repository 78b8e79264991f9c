import type { SentencePair } from "../../words/sentencePairs.ts"

/** The notes about jobs of several tools, which become heartbeats. */
export const heartbeatNotes: ReadonlyArray<SentencePair> = [
  ["(API key in the ping URL)", "(API-Schlüssel in der Ping-URL)"],
  ["(grace after a start)", "(Karenz nach einem Start)"],
  ["(no heartbeat.interval)", "(heartbeat.interval fehlt)"],
  ["(no schedule)", "(Zeitplan fehlt)"],
  ["(ping URL)", "(Ping-URL)"],
  ["(second interval)", "(zweites Intervall)"],
  ["{} s became {} s.", "Aus {} s wurden {} s."],
  ["{} retries with {} s between them.", "{} Wiederholungen mit {} s dazwischen."],
  [
    "The source expects no runs at certain times, so no run is late.",
    "Die Quelle erwartet keine Läufe zu bestimmten Zeiten. Deshalb ist kein Lauf verspätet."
  ],
  [
    "A token in Mon has {} to {} letters, digits, - and _, but not exactly {}. The job needs the pingUrl of the heartbeat.",
    "Mon hat Tokens aus {} bis {} Buchstaben, Ziffern, - und _, aber nicht aus {}. Der Job braucht die pingUrl des Heartbeats."
  ],
  [
    "{} in the file has the same token. The job needs the pingUrl of the heartbeat.",
    "{} in der Datei hat dasselbe Token. Der Job braucht die pingUrl des Heartbeats."
  ],
  [
    "Heartbeats and services in Mon have no ccEmails: use routes.",
    "Heartbeats und Dienste haben in Mon keine ccEmails: Verwenden Sie Wege."
  ],
  [
    "In Healthchecks, a ping ends the pause. In Mon, a person does.",
    "In Healthchecks beendet ein Ping die Pause. In Mon tut das ein Mensch."
  ],
  [
    "The response to a read-only key has no ping URLs. Use another key.",
    "Die Antwort auf einen nur lesenden Schlüssel enthält keine Ping-URLs. Verwenden Sie einen anderen."
  ],
  ["A heartbeat in Mon has one schedule: the first.", "Ein Heartbeat hat in Mon einen Zeitplan: den ersten."],
  ["Add a heartbeat for each environment.", "Legen Sie für jede Umgebung einen Heartbeat an."],
  ["Mon can only limit the run time.", "Mon hat nur Grenzen für die Laufzeit."],
  ["Mon sends an alert after the first failed run.", "Mon alarmiert nach dem ersten fehlgeschlagenen Lauf."],
  ["Mon sends an alert after the first missing run.", "Mon alarmiert nach dem ersten fehlenden Lauf."],
  [
    "Only jobs and heartbeats are imported from Cronitor. Add the address to the file.",
    "Aus Cronitor werden nur Jobs und Heartbeats importiert. Ergänzen Sie die Adresse in der Datei."
  ],
  ["Pings with the key {} reach the heartbeat too.", "Auch Pings mit dem Schlüssel {} erreichen ihn."],
  [
    "Replace it with the ping key of your Mon account: POST /heartbeats/ping-key returns it.",
    "Ersetzen Sie ihn durch den Ping-Schlüssel Ihres Kontos bei Mon: POST /heartbeats/ping-key liefert ihn."
  ],
  [
    "{} has no Cronitor monitors: neither monitors nor jobs nor heartbeats.",
    "{} enthält keine Monitore von Cronitor: weder monitors noch jobs noch heartbeats."
  ]
]
