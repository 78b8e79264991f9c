import type { SentencePair } from "../../words/sentencePairs.ts"

export const changedetectionNotes: ReadonlyArray<SentencePair> = [
  [
    "There are no watches: the file is not a changedetection.io backup.",
    "Es gibt keine Watches: Die Datei ist keine Sicherung von changedetection.io."
  ],
  ["The file has no watch settings.", "Die Datei hat keine Einstellungen von Watches."],
  ["Only the interval and the tags matter for watches.", "Für Watches zählen nur das Intervall und die Tags."],
  ["Tags in Mon have no settings for their monitors.", "Tags haben in Mon keine Einstellungen für ihre Monitore."],
  ["The address is a template.", "Die Adresse ist eine Vorlage."],
  [
    "Mon does not support XPath. Write a CSS selector.",
    "Mon unterstützt kein XPath. Schreiben Sie einen CSS-Selektor."
  ],
  ["Mon does not support jq. Write a JSONPath.", "Mon unterstützt kein jq. Schreiben Sie einen JSONPath."],
  ["The pattern {note}.", "Das Muster {note}."],
  ["A trigger in Mon is plain text, not a pattern.", "Ein Auslöser ist in Mon ein einfacher Text, kein Muster."],
  ["A monitor in Mon has only one trigger.", "Ein Monitor hat in Mon nur einen Auslöser."],
  [
    "Mon alerts when the text appears, not on every change while it is there.",
    "Mon alarmiert, wenn der Text erscheint, und nicht bei jeder Änderung, solange er da ist."
  ],
  ["The check fails while the text is there.", "Die Prüfung schlägt fehl, solange der Text da ist."],
  ["(channel and route)", "(Kanal und Weg)"],
  ["Mon ignores {} in the URL.", "Mon ignoriert {} in der URL."],
  ["A browser in Mon runs the page's scripts.", "Ein Browser von Mon führt die Skripte der Seite aus."],
  ["Mon does not use a language model.", "Mon verwendet kein Sprachmodell."],
  ["The browser in Mon does not run steps.", "Der Browser von Mon führt keine Schritte aus."],
  ["Set screenshotWaitMs.", "Setzen Sie screenshotWaitMs."],
  ["Mon compares with the last version only.", "Mon vergleicht nur mit der letzten Fassung."],
  ["Mon compares lines in order.", "Mon vergleicht Zeilen in ihrer Reihenfolge."],
  ["Mon compares all lines.", "Mon vergleicht alle Zeilen."],
  ["Mon ignores spaces at the ends of lines.", "Mon ignoriert Leerzeichen an den Enden von Zeilen."],
  ["Mon does not show ignored lines.", "Mon zeigt ignorierte Zeilen nicht."],
  ["Use the include setting to choose the text.", "Wählen Sie den Text mit include."],
  ["Use the settings trigger, onlyLines and minimumChange.", "Verwenden Sie trigger, onlyLines und minimumChange."],
  [
    "Mon checks at all times. Quiet hours are a channel setting.",
    "Mon prüft zu jeder Zeit. Ruhezeiten gehören zum Kanal."
  ],
  [
    "Leave the monitor out of the routes, or pause it.",
    "Nehmen Sie den Monitor aus den Wegen, oder pausieren Sie ihn."
  ],
  ["Mon always reports a selector that matches nothing.", "Mon meldet immer, wenn ein Selektor nichts findet."],
  ["Add a status expectation.", "Ergänzen Sie eine Erwartung des Status."]
]
