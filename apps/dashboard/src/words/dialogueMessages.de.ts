import { problemsOf } from "./probeMessages.de.ts"
import { patternsOf } from "./sentencePairs.ts"
import type { Pattern } from "./refusals.en.ts"

/** The nouns of what a server refuses. */
const refused: ReadonlyMap<string, string> = new Map([
  ["calls", "Aufrufe"],
  ["commands", "Befehle"],
  ["connections", "Verbindungen"],
  ["requests", "Anfragen"],
  ["the call", "den Aufruf"],
  ["the login", "die Anmeldung"],
  ["the message", "die Nachricht"]
])

/** The places of values in a response. */
const places: ReadonlyMap<string, string> = new Map([
  ["at", "bei"],
  ["in the header", "im Header"],
  ["in the cookie", "im Cookie"],
  ["that matches the pattern", "nach dem Muster"]
])

/** The beginnings of conditions for a value. */
const conditions: ReadonlyMap<string, string> = new Map([
  ["be", "sein"],
  ["be at least", "mindestens sein"],
  ["be at most", "höchstens sein"],
  ["match", "zum Muster passen"]
])

/**
 * The translations of the messages about the dialogue with a service, such as a database or a mail server. The text
 * after a colon comes from the server.
 */
export const dialogueMessages: ReadonlyArray<Pattern> = [
  [
    /^The answer must (be at least|be at most|be|match) (.+), but it is (.+)\.$/su,
    (condition = "", wanted, found) =>
      `Der Wert muss ${conditions.get(condition) ?? condition}: ${wanted}. Er ist ${found === "empty" ? "leer" : found}.`
  ],
  [
    /^The server refuses (calls|commands|connections|requests|the call|the login|the message)(?:: (.+)| \((.+)\)\.)$/su,
    (what = "", text, code) =>
      `Der Server verweigert ${refused.get(what) ?? what}${text === undefined ? ` (${code}).` : `: ${text}`}`
  ],
  [
    /^The certificate is not valid \((.+)\), so the check did not send the password\.$/su,
    (problems) =>
      `Das Zertifikat ist ungültig (${problemsOf(problems)}). Deshalb sandte die Prüfung das Passwort nicht.`
  ],
  [
    /^The server refuses (messages (?:from|to) \S+|the message): (.+)$/su,
    (what = "", text) =>
      `Der Server verweigert ${what.replace("messages from", "Nachrichten von").replace("messages to", "Nachrichten an").replace("the message", "die Nachricht")}: ${text}`
  ],
  [
    /^The receiving server must report (\w+)=(\w+), but it reports (\w+)\.$/u,
    (method, wanted, reported) =>
      `Der empfangende Server muss ${method}=${wanted} melden. Er meldet ${reported === "nothing" ? "nichts" : reported}.`
  ],
  [
    /^The response has no value (at|in the header|in the cookie|that matches the pattern)( ".+")?, which later steps need as "(\w+)"\.$/su,
    (where = "", what = "", name) =>
      `Die Antwort hat keinen Wert ${places.get(where) ?? where}${what}, den spätere Schritte als "${name}" brauchen.`
  ],
  [/^There is no value for (.+)\.$/u, (names = "") => `Es gibt keinen Wert für ${names.replaceAll(" and ", " und ")}.`],
  ...patternsOf([
    ["The time limit for all steps was reached.", "Das Zeitlimit für alle Schritte war erreicht."],
    [
      "The request is not valid with the values of earlier steps: {}",
      "Die Anfrage ist mit den Werten früherer Schritte nicht gültig: {}"
    ],
    ["The message arrived in the folder {}.", "Die Nachricht kam im Ordner {} an."],
    ["The message did not arrive within {} seconds.", "Die Nachricht kam nicht innerhalb von {} Sekunden an."],
    ["The header has more than {} KiB.", "Der Header hat mehr als {} KiB."],
    ["A reply has more than {} lines.", "Eine Antwort hat mehr als {} Zeilen."],
    ["Nothing is listening on the server's port.", "Auf dem Port des Servers läuft kein Dienst."],
    [
      "The server sent too many unrelated messages.",
      "Der Server sandte zu viele Nachrichten, die keine Antworten sind."
    ],
    ["None of the answers matches the pattern.", "Keine der Antworten passt zum Muster."],
    ["The server did not answer with an address.", "Der Server antwortete ohne eine Adresse."],
    ["The server sent no identification of SSH.", "Der Server sandte keine Kennung von SSH."],
    ["The server speaks another version of SSH: {}", "Der Server spricht eine andere Version von SSH: {}"],
    ["The server did not offer to exchange keys.", "Der Server bot keinen Austausch von Schlüsseln an."],
    ["The server did not send its version.", "Der Server sandte seine Version nicht."],
    ["The agent does not have this value.", "Der Agent hat diesen Wert nicht."],
    [
      "The agent refuses the login: the user may not read the value in this way.",
      "Der Agent lehnt die Anmeldung ab: Der Benutzer darf den Wert auf diesem Weg nicht lesen."
    ],
    [
      "The agent refuses the login: it wants another level of security.",
      "Der Agent lehnt die Anmeldung ab: Er verlangt eine andere Sicherheitsstufe."
    ],
    [
      "The agent refuses the login: it does not know the user.",
      "Der Agent lehnt die Anmeldung ab: Er kennt den Benutzer nicht."
    ],
    [
      "The agent refuses the login: the password or its hash is wrong.",
      "Der Agent lehnt die Anmeldung ab: Das Passwort oder sein Hash ist falsch."
    ],
    [
      "The agent refuses the login: the password for the encryption is wrong.",
      "Der Agent lehnt die Anmeldung ab: Das Passwort für die Verschlüsselung ist falsch."
    ],
    ["The agent did not send its id.", "Der Agent hat seine Kennung nicht gesendet."],
    ["The agent answered with the report {}.", "Der Agent antwortete mit der Meldung {}."],
    ["The agent answered with the error {}.", "Der Agent antwortete mit dem Fehler {}."],
    ["The server answered PING with {}.", "Der Server beantwortete PING mit {}."],
    ["The server does not say its role.", "Der Server nennt seine Rolle nicht."],
    ["The server is a {}, not a {}.", "Die Rolle des Servers ist {}, nicht {}."],
    ["The server lists no version.", "Der Server nennt keine Version."],
    ["The server offers no login that this check knows.", "Der Server bietet keine Anmeldung an, die Mon kennt."],
    ["The server sent a login challenge that is not valid.", "Die Aufgabe des Servers für die Anmeldung ist ungültig."],
    [
      "The server could not prove that it knows the password.",
      "Der Server konnte nicht beweisen, dass er das Passwort kennt."
    ],
    ["The server did not continue the login.", "Der Server setzte die Anmeldung nicht fort."],
    [
      "The server wants a login that this check does not know.",
      "Der Server verlangt eine Anmeldung, die Mon nicht kennt."
    ],
    [
      "The server wants a login that this check does not know ({}).",
      "Der Server verlangt eine Anmeldung, die Mon nicht kennt ({})."
    ],
    ["The server did not answer with a login.", "Der Server antwortete nicht mit einer Anmeldung."],
    ["The server answered with an error: {}", "Der Server antwortete mit einem Fehler: {}"],
    ["The server's own clock is not synchronized.", "Die Uhr des Servers ist nicht synchronisiert."],
    ["The stratum must be at most {}, but it is {}.", "Das Stratum darf höchstens {} sein. Es ist {}."],
    ["The offset must be at most {} ms, but it is {} ms.", "Die Abweichung darf höchstens {} ms sein. Sie ist {} ms."],
    ["The dispersion must be at most {} ms, but it is {} ms.", "Der Fehler darf höchstens {} ms sein. Er ist {} ms."],
    ["The greeting of the server is not complete.", "Die Begrüßung des Servers ist nicht vollständig."],
    [
      "The server wants TLS for this login, because it has not stored the proof yet.",
      "Der Server verlangt für diese Anmeldung TLS, weil er den Beweis noch nicht gespeichert hat."
    ],
    ["The query failed: {}", "Die Abfrage ist gescheitert: {}"],
    [
      "The query returned a type that the check does not read. Convert the value to text.",
      "Die Abfrage lieferte einen Typ, den Mon nicht liest. Wandeln Sie den Wert in Text um."
    ],
    ["The server refuses a login without TLS.", "Der Server verweigert eine Anmeldung ohne TLS."],
    [
      "The server sends its clients to {}. Check that server.",
      "Der Server schickt seine Clients zu {}. Prüfen Sie diesen Server."
    ],
    ["The server sent an answer that is not valid.", "Der Server sandte eine ungültige Antwort."],
    ["The server did not end the login.", "Der Server beendete die Anmeldung nicht."],
    ["The server did not send the number of documents.", "Der Server sandte die Anzahl der Dokumente nicht."],
    ["The check may not count the documents: {}", "Mon darf die Dokumente nicht zählen: {}"],
    ["The broker refuses the login (code {}).", "Der Broker verweigert die Anmeldung (Code {})."],
    ["The broker refuses the connection: {}", "Der Broker verweigert die Verbindung: {}"],
    ["The broker sent the method {} instead of {}.", "Der Broker sandte die Methode {} statt {}."],
    ["The server is neither a primary nor a secondary now.", "Der Server ist zurzeit weder primär noch sekundär."],
    ["The server does not belong to the replica set {}.", "Der Server gehört nicht zum Replica Set {}."],
    [
      "The server does not allow logins over this connection.",
      "Der Server erlaubt über diese Verbindung keine Anmeldung."
    ],
    ["The server refuses EHLO: {}", "Der Server verweigert EHLO: {}"],
    ["The server refuses EHLO and HELO: {}", "Der Server verweigert EHLO und HELO: {}"],
    ["The server refuses {}: {}", "Der Server verweigert {}: {}"],
    ["The server ends the connection: {}", "Der Server beendet die Verbindung: {}"],
    ["The server does not start TLS: {}", "Der Server beginnt TLS nicht: {}"],
    ["The server does not open the mailbox: {}", "Der Server öffnet das Postfach nicht: {}"],
    ["The server does not open the inbox: {}", "Der Server öffnet den Posteingang nicht: {}"],
    ["The server does not open the folder {}: {}", "Der Server öffnet den Ordner {} nicht: {}"],
    ["The server does not search: {}", "Der Server sucht nicht: {}"],
    [
      "The server sent another answer than the one to the request.",
      "Der Server sandte eine andere Antwort als die auf die Anfrage."
    ],
    ["{} did not end in time.", "{} wurde nicht rechtzeitig fertig."],
    [
      "This machine has neither fping nor ping. Install one of them.",
      "Auf dieser Maschine gibt es weder fping noch ping. Installieren Sie eines davon."
    ],
    ["None of the {} packets was answered.", "Keines der {} Pakete wurde beantwortet."],
    ["The host cannot be reached: {}.", "Der Host ist nicht erreichbar: {}."],
    [
      "At most {} % of the packets may be lost, but {} % are.",
      "Höchstens {} % der Pakete dürfen verloren gehen. Es sind {} %."
    ],
    [
      "The mean time must be at most {} ms, but it is {} ms.",
      "Die mittlere Zeit darf höchstens {} ms sein. Sie ist {} ms."
    ],
    ["The server does not speak HTTP/2 on this port.", "Der Server spricht auf diesem Port kein HTTP/2."],
    ["The server does not know the service {}.", "Der Server kennt den Dienst {} nicht."],
    ["The server has no health service.", "Der Server hat keinen Health-Dienst."],
    [
      "The server does not speak gRPC: it answered with the HTTP status {}.",
      "Der Server spricht kein gRPC: Er antwortete mit dem HTTP-Status {}."
    ],
    ["The server sent no status of gRPC.", "Der Server sandte keinen Status von gRPC."],
    ["The server sent a health that is not valid.", "Der Server sandte einen ungültigen Zustand."],
    ["The server reports its health as {}.", "Der Server meldet als Zustand {}."],
    [
      "The server does not speak {} on this port. It sent {}.",
      "Der Server spricht auf diesem Port kein {}. Er sandte {}."
    ],
    ["The server announced a message of {} bytes.", "Der Server kündigte eine Nachricht mit {} Byte an."]
  ])
]
