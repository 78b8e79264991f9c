import type { SentencePair } from "../../words/sentencePairs.ts"

export const serviceNotes: ReadonlyArray<SentencePair> = [
  [
    "Add routes: the policy is not part of the response.",
    "Ergänzen Sie Wege: Die Richtlinie steht nicht in der Antwort."
  ],
  ["Add steps to a route.", "Ergänzen Sie Stufen in einem Weg."],
  ["Use routes and channels.", "Verwenden Sie Wege und Kanäle."],
  ["Add a maintenance window.", "Legen Sie ein Wartungsfenster an."],
  ["Mon does not run scripts.", "Mon führt keine Skripte aus."],
  ["The header has no name or no value.", "Name oder Wert fehlt."],
  ["(default status)", "(Standardstatus)"],
  ["This field refers to other API objects.", "Es verweist auf andere Objekte der API."],
  ["Mon does not have this expectation.", "Mon hat diese Erwartung nicht."],
  ["{} has no monitors.", "{} hat keine Monitore."],
  ["It is not a monitor.", "Es ist kein Monitor."],
  ["Add a delay to a step of a route.", "Ergänzen Sie in einer Stufe eines Wegs eine Wartezeit."],
  ["Add a header expectation.", "Ergänzen Sie eine Erwartung an einen Header."],
  ["The host is only a label for people.", "Es ist eine Beschriftung für Menschen."],
  ["Mon does not compare the final address.", "Mon vergleicht die letzte Adresse nicht."],
  [
    "The list contains the statuses that alert. All other statuses are expected.",
    "Die Liste nennt die Status, die alarmieren. Alle anderen werden erwartet."
  ],
  ["Mon does not show page icons.", "Mon zeigt keine Symbole von Seiten."],
  [
    "Pause notifications, or add a maintenance window.",
    "Pausieren Sie die Benachrichtigungen, oder legen Sie ein Wartungsfenster an."
  ],
  [
    "Responses slower than four times the threshold count as slow.",
    "Antworten, die länger als das Vierfache des Schwellwerts dauern, gelten als langsam."
  ],
  [
    "Add the windows: their times are not part of the response.",
    "Legen Sie die Wartungsfenster an: Ihre Zeiten stehen nicht in der Antwort."
  ],
  [
    "Mon sends warnings on its own schedule. For other days, add the certificate expectation.",
    "Mon warnt nach einem eigenen Zeitplan. Ergänzen Sie für andere Tage die Erwartung certificate."
  ],
  ["Add dnsWatch.", "Ergänzen Sie dnsWatch."],
  [
    "In Mon, every expectation must hold. Mon cannot require only one of several expectations.",
    "In Mon muss jede Erwartung zutreffen. Nur eine von mehreren zu verlangen geht nicht."
  ],
  ["Mon does not have this comparison.", "Mon hat diesen Vergleich nicht."],
  ["Write the values as the request body.", "Schreiben Sie die Werte als Inhalt der Anfrage."],
  ["Mon does not support Digest authentication.", "Mon unterstützt keine Anmeldung mit Digest."],
  [
    "The value is not the name of an IANA time zone. Set timezone.",
    "Es ist nicht der Name einer IANA-Zeitzone. Setzen Sie timezone."
  ],
  [
    "{} has no page with components: use /api/v2/summary.json from a status page.",
    "{} hat keine Seite mit Komponenten: Verwenden Sie /api/v2/summary.json einer Statusseite."
  ],
  ["The page's URL became a link at the bottom of the page.", "Es wurde zu einem Link am Ende der Seite."],
  ["Set onlyIfDegraded.", "Setzen Sie onlyIfDegraded."],
  ["Components in Mon always show their days.", "Komponenten zeigen in Mon immer ihre Tage."],
  ["Pages in Mon have no equivalent.", "Seiten haben in Mon nichts Entsprechendes."]
]
