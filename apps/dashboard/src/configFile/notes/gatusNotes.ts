import type { SentencePair } from "../../words/sentencePairs.ts"

export const gatusNotes: ReadonlyArray<SentencePair> = [
  [
    "There are no endpoints: the file is not a Gatus configuration.",
    "Es gibt keine Endpunkte: Die Datei ist keine Konfiguration von Gatus."
  ],
  ["{} is not a Gatus configuration.", "{} ist keine Konfiguration von Gatus."],
  [
    "The value refers to a Gatus environment variable. Set the value in the Mon file.",
    "Es verweist auf eine Umgebungsvariable von Gatus. Setzen Sie den Wert in der Datei von Mon."
  ],
  [
    "{} refers to a Gatus environment variable. Set the value in the Mon file.",
    "{} verweist auf eine Umgebungsvariable von Gatus. Setzen Sie den Wert in der Datei von Mon."
  ],
  ["The path cannot be written as JSONPath.", "Der Pfad lässt sich nicht als JSONPath schreiben."],
  [
    "Mon only compares a JSON value with a single value.",
    "Mon vergleicht einen JSON-Wert nur mit einem einzelnen Wert."
  ],
  ["Mon cannot compare the whole body this way.", "Mon kann den ganzen Inhalt so nicht vergleichen."],
  ["Mon cannot compare the status this way.", "Mon kann den Status so nicht vergleichen."],
  ["Mon does not compare lengths.", "Mon vergleicht keine Längen."],
  ["Mon does not have this condition.", "Mon hat diese Bedingung nicht."],
  [
    "Gatus accepts every status unless a condition mentions the status.",
    "Gatus nimmt jeden Status an, wenn keine Bedingung ihn nennt."
  ],
  ["No status meets all the conditions.", "Kein Status erfüllt alle Bedingungen."],
  [
    "Mon has its own rule to confirm every failure, and always announces recoveries.",
    "Mon bestätigt jeden Fehlschlag nach einer eigenen Regel und meldet jede Entwarnung."
  ],
  ["Mon always announces recoveries.", "Mon meldet jede Entwarnung."],
  [
    "A channel in Mon has one set of settings: add a channel for each group.",
    "Ein Kanal hat in Mon nur einen Satz von Einstellungen: Ergänzen Sie einen Kanal je Gruppe."
  ],
  ["It has no settings.", "Es hat keine Einstellungen."],
  ["Write the body as a GraphQL request.", "Schreiben Sie den Inhalt als GraphQL-Anfrage."],
  ["This setting controls how Gatus shows the endpoint.", "Es bestimmt, wie Gatus den Endpunkt zeigt."],
  ["This setting controls how Gatus pages are displayed.", "Es bestimmt, wie die Seiten von Gatus aussehen."],
  ["This setting controls where Gatus stores data.", "Es bestimmt, wo Gatus Daten speichert."],
  ["This setting controls where Gatus listens.", "Es bestimmt, wo Gatus Verbindungen annimmt."],
  ["Mon has its own resolvers.", "Mon hat eigene Resolver."],
  ["Mon does not support tunnels.", "Mon unterstützt keine Tunnel."],
  ["Mon accounts have their own sign-in.", "Konten von Mon haben eine eigene Anmeldung."],
  ["Import the other instances' files too.", "Importieren Sie auch die Dateien der anderen Instanzen."],
  ["Mon detects when its own network is the cause.", "Mon erkennt, wenn das eigene Netz die Ursache ist."],
  ["Mon sends the address's own host in the Host header.", "Mon sendet den Host aus der Adresse."],
  ["The field enabled is neither true nor false.", "Das Feld enabled ist weder true noch false."],
  ["The windows became maintenance windows in the file.", "Sie wurden zu Wartungsfenstern in der Datei."],
  ["(default interval)", "(Standardintervall)"],
  ["(default time limit)", "(Standardzeitlimit)"],
  ["Mon does not have multi-step checks.", "Mon hat keine Prüfungen mit mehreren Schritten."],
  ["Gatus compares only the host of these records.", "Gatus vergleicht bei diesen Einträgen nur den Host."],
  ["Mon checks SSH servers without a login.", "Mon prüft SSH-Server ohne Anmeldung."],
  [
    "Mon checks a service over UDP by its answer to a message. The endpoint has no body.",
    "Mon prüft einen Dienst über UDP an seiner Antwort auf eine Nachricht. Der Endpunkt hat keinen Inhalt."
  ],
  ["Mon compares each line of the answer.", "Mon vergleicht jede Zeile der Antwort."],
  ["Mon compares the answer with one pattern.", "Mon vergleicht die Antwort mit einem einzigen Muster."],
  ["Mon does not ask for {} records here.", "Mon fragt hier nicht nach Einträgen vom Typ {}."],
  ["Mon only compares the answer with a single value.", "Mon vergleicht die Antwort nur mit einem einzelnen Wert."],
  [
    "Mon only compares the records of an answer with whole records.",
    "Mon vergleicht die Einträge einer Antwort nur mit ganzen Einträgen."
  ],
  [
    "One of the records must be this one. Gatus compares only the last record.",
    "Einer der Einträge muss dieser sein. Gatus vergleicht nur den letzten Eintrag."
  ]
]
