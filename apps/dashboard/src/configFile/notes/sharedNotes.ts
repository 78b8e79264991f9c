import type { SentencePair } from "../../words/sentencePairs.ts"

export const sharedNotes: ReadonlyArray<SentencePair> = [
  ["Mon does not have {} checks.", "Mon hat keine Prüfungen der Art {}."],
  ["Mon has no equivalent.", "Mon hat nichts Entsprechendes."],
  ["This field is for a different kind of check.", "Es gehört zu einer anderen Art von Prüfung."],
  [
    "This field is for a different kind of check, or Mon has no equivalent.",
    "Es gehört zu einer anderen Art von Prüfung, oder Mon hat nichts Entsprechendes."
  ],
  ["It is turned off.", "Es ist ausgeschaltet."],
  ["The window's times cannot be parsed.", "Die Zeiten sind nicht lesbar."],
  ["The monitor has the tag {}.", "Der Monitor hat den Tag {}."],
  ["The channel {} is not imported. {note}", "Der Kanal {} wird nicht importiert. {note}"],
  ["The addresses became the ccEmails of the channel's monitors.", "Sie wurden zu ccEmails der zugehörigen Monitore."],
  [
    "Each new address must be confirmed before it receives alerts.",
    "Neue Adressen müssen bestätigt werden, bevor sie Alarme erhalten."
  ],
  ["Mon has no channel for {}.", "Mon hat keinen Kanal für {}."],
  [
    "Mon writes its own messages, so this setting is not imported.",
    "Mon formuliert seine Nachrichten selbst, deshalb wird diese Einstellung nicht importiert."
  ],
  ["Mon sends email through the service's mail server.", "Mon sendet E-Mails über den Mailserver des Dienstes."],
  ["Mon always checks the certificate.", "Mon prüft das Zertifikat immer."],
  ["Mon follows redirects.", "Mon folgt Weiterleitungen."],
  ["Mon does not support proxies.", "Mon unterstützt keine Proxys."],
  ["Mon does not support client certificates.", "Mon unterstützt keine Client-Zertifikate."],
  ["Mon does not request OAuth tokens.", "Mon fordert keine OAuth-Tokens an."],
  [
    "Mon supports Basic authentication and bearer tokens.",
    "Mon unterstützt die Anmeldung mit Basic und mit Bearer-Tokens."
  ],
  [
    "Mon has its own rule to confirm every failure before it alerts.",
    "Mon bestätigt jeden Fehlschlag nach einer eigenen Regel, bevor es alarmiert."
  ],
  ["Mon has its own rule to confirm every recovery.", "Mon bestätigt jede Entwarnung nach einer eigenen Regel."],
  ["Mon has its own metrics.", "Mon hat eigene Metriken."],
  ["Mon starts every check without cookies.", "Mon beginnt jede Prüfung ohne Cookies."],
  ["Mon sends an alert before any certificate expires.", "Mon alarmiert, bevor ein Zertifikat abläuft."],
  [
    "Mon sends an alert before any domain registration expires.",
    "Mon alarmiert, bevor die Registrierung einer Domain abläuft."
  ],
  ["In Mon, reminders are a route setting: reminderMinutes.", "In Mon gehören Erinnerungen zum Weg: reminderMinutes."],
  [
    "Add the ipVersion expectation if the IP version matters.",
    "Ergänzen Sie die Erwartung ipVersion, wenn die IP-Version wichtig ist."
  ],
  ["Use tags.", "Verwenden Sie Tags."],
  ["Add a status page.", "Legen Sie eine Statusseite an."],
  ["Monitors in Mon have no description.", "Monitore haben in Mon keine Beschreibung."],
  ["Posts and history are not imported.", "Beiträge und Verlauf werden nicht importiert."],
  ["The account's owner owns the monitors.", "Die Monitore gehören dem Inhaber des Kontos."],
  ["Checks run from the locations of the Mon service.", "Die Standorte sind die des Dienstes Mon."],
  [
    "Three slow checks in a row make the monitor degraded.",
    "Nach drei langsamen Prüfungen in Folge ist der Monitor beeinträchtigt."
  ],
  [
    "Add channels and routes: they are not part of the response.",
    "Ergänzen Sie Kanäle und Wege: Sie stehen nicht in der Antwort."
  ],
  ["The value is not a JSON object.", "Es ist kein JSON-Objekt."]
]
