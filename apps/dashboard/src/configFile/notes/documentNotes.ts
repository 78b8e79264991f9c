import type { SentencePair } from "../../words/sentencePairs.ts"

/** The notes about the conversion of monitors, channels and pages of a tool into the configuration file. */
export const documentNotes: ReadonlyArray<SentencePair> = [
  ["{note} The address is {}.", "{note} Die Adresse ist {}."],
  ["It has no address.", "Es hat keine Adresse."],
  ["The address is not valid.", "Die Adresse ist ungültig."],
  ["The address is too long.", "Die Adresse ist zu lang."],
  ["Mon only monitors public host names.", "Mon überwacht nur öffentliche Hostnamen."],
  [
    "Mon only checks addresses that start with http:// or https://.",
    "Mon prüft nur Adressen, die mit http:// oder https:// beginnen."
  ],
  ["Mon monitors host names, not IP addresses.", "Mon überwacht Hostnamen, keine IP-Adressen."],
  ["The host name in the address is not valid.", "Der Hostname in der Adresse ist ungültig."],
  ["The port in the address is not valid.", "Der Port in der Adresse ist ungültig."],
  [
    "Mon checks each address only once. {} in the file has the same address.",
    "Mon prüft jede Adresse nur einmal. {} in der Datei hat dieselbe Adresse."
  ],
  [
    "Mon has one domain monitor for each host and port, and this one is already in the file. This address became a URL monitor: it alerts on errors, on failed expectations, and when the page is empty or replaced as a whole.",
    "Mon hat eine Domain je Host und Port, und diese ist schon in der Datei. Diese Adresse wird als Seite überwacht: Mon alarmiert bei Fehlern, bei verfehlten Erwartungen, und wenn die Seite leer oder ganz ersetzt ist."
  ],
  [
    "A domain monitor cannot have a query or a fragment, so both are removed.",
    "Eine Domain kann weder Abfrage noch Fragment haben. Beides ist entfernt."
  ],
  ["The fragment is removed.", "Das Fragment ist entfernt."],
  ["(user name and password in the address)", "(Benutzername und Passwort in der Adresse)"],
  ["The monitor already has credentials.", "Der Monitor hat andere Zugangsdaten."],
  ["The user name and password became the request's credentials.", "Sie wurden zu den Zugangsdaten der Anfrage."],
  ["Mon needs a user name and a password.", "Mon braucht Benutzernamen und Passwort."],
  ["The source has a placeholder instead of the value.", "Die Quelle enthält statt des Werts einen Platzhalter."],
  ["The value is not a string.", "Der Wert ist kein Text."],
  ["The header occurs twice.", "Der Header kommt doppelt vor."],
  ["Mon sends its own User-Agent.", "Mon sendet einen eigenen User-Agent."],
  ["Mon only sends {}.", "Mon sendet nur {}."],
  ["Mon only sends a body with {}.", "Mon sendet einen Inhalt nur mit {}."],
  [
    "Mon needs proof that the host is yours, and checks at most every 300 s.",
    "Mon braucht einen Nachweis, dass der Host Ihnen gehört, und prüft höchstens alle 300 s."
  ],
  ["The name has no visible characters.", "Der Name hat keine sichtbaren Zeichen."],
  [
    "Control characters, leading and trailing spaces, and extra length are removed.",
    "Steuerzeichen, Leerzeichen an den Enden und überzählige Zeichen sind entfernt."
  ],
  [
    "Mon does not know the state {}, so the monitor is paused.",
    "Mon kennt den Zustand {} nicht. Deshalb ist der Monitor pausiert."
  ],
  ["Mon does not support this expectation: {note}", "Mon unterstützt diese Erwartung nicht: {note}"],
  ["Mon does not support the pattern: it {note}.", "Mon unterstützt das Muster nicht: Es {note}."],
  ["The list contains values that are not statuses.", "Es enthält Werte, die keine Status sind."],
  ["The value is not a duration such as 1m30s.", "Es ist keine Dauer wie 1m30s."],
  ["{} s became {} s: Mon allows {} to {} s.", "Aus {} s wurden {} s: Mon erlaubt {} bis {} s."],
  ["{} s became {} s: {note}", "Aus {} s wurden {} s: {note}"],
  ["Mon allows at most {} s.", "Mon erlaubt höchstens {} s."],
  ["Mon only supports whole seconds.", "Mon hat ganze Sekunden."],
  ["Mon sends {} at most every {} s.", "Mon sendet {} höchstens alle {} s."],
  ["the {} plan does not allow shorter intervals.", "Der Tarif {} erlaubt keine kürzeren."],
  ["Mon rejects the value: {note}", "Mon nimmt den Wert nicht an: {note}"],
  ["Mon rejects it: {note}", "Mon nimmt es nicht an: {note}"],
  ["The headers {note}", "Das Feld „Header“ {note}"],
  ["must have at most {} headers.", "darf höchstens {} Header haben."],
  [
    "{} needs proof that the host is yours. Set the method once you have proved this. The monitor is paused.",
    "{} braucht einen Nachweis, dass der Host Ihnen gehört. Stellen Sie es danach ein. Der Monitor ist pausiert."
  ],
  ["the {} plan only allows {}. The monitor is paused.", "Der Tarif {} hat nur {}. Der Monitor ist pausiert."],
  ["the {} plan does not run the scripts of pages.", "Der Tarif {} führt keine Skripte von Seiten aus."],
  ["the {} plan has at most {} expectations.", "Der Tarif {} hat höchstens {} Erwartungen."],
  ["A URL monitor reads the page, so it uses GET.", "Eine überwachte Seite wird gelesen. Dafür verwendet Mon GET."],
  [
    "{} gets no alerts: a monitor has at most {} ccEmails.",
    "{} erhält keine Alarme: Ein Monitor hat höchstens {} ccEmails."
  ],
  [
    "A monitor in Mon has at most {} tags, so further tags are left out.",
    "Ein Monitor hat in Mon höchstens {} Tags. Die übrigen sind ausgelassen."
  ],
  ["The settings cannot be used: {note}", "Die Einstellungen lassen sich nicht verwenden: {note}"],
  ["Mon does not have this channel.", "Mon hat diesen Kanal nicht."],
  ["The {} plan does not have {} channels.", "Der Tarif {} hat keine Kanäle der Art {}."],
  [
    "A route in Mon notifies at most {} channels at once.",
    "Ein Weg benachrichtigt in Mon höchstens {} Kanäle auf einmal."
  ],
  ["The export does not contain the channel.", "Der Export enthält ihn nicht."],
  ["The channel's secret has no value.", "Das Geheimnis hat keinen Wert."],
  ["None of the route's channels are in the file.", "Keiner der Kanäle ist in der Datei."],
  ["None of the window's monitors are in the file.", "Keiner der Monitore ist in der Datei."],
  ["The window's start is not a valid time.", "Der Beginn ist keine gültige Zeit."],
  ["The result is not a valid configuration file.", "Das Ergebnis ist keine gültige Konfigurationsdatei."],
  ["Mon only monitors public hosts.", "Mon überwacht nur öffentliche Hosts."],
  ["Mon needs a password.", "Mon braucht ein Passwort."],
  [
    "{} s became {} s: the {} plan and the type {} allow {} to {} s.",
    "Aus {} s wurden {} s: Der Tarif {} und der Typ {} erlauben {} bis {} s."
  ],
  [
    "Without the services that lack a secret, the file is not valid.",
    "Ohne die Dienste, denen ein Geheimnis fehlt, ist die Datei nicht gültig."
  ],
  ["Mon does not ask for {} records.", "Mon fragt nicht nach Einträgen vom Typ {}."],
  ["It has no name to ask for.", "Es hat keinen Namen, nach dem gefragt wird."]
]
