import { certProblem, contentFault } from "./faults.de.ts"
import type { Pattern } from "./refusals.en.ts"
import { patternsOf } from "./sentencePairs.ts"

export const problemsOf = (codes = ""): string =>
  codes
    .split(", ")
    .map((code) => certProblem[code] ?? code)
    .join(", ")

/** The codes of content faults, by their titles in the probe's messages. */
const contentTitles: ReadonlyMap<string, string> = new Map([
  ["The page is empty", "empty"],
  ["The page is an error message of the application", "application_error"],
  ["The hosting account is suspended", "suspended"],
  ["The domain is parked or for sale", "parked"],
  ["The page is the default page of the server or framework", "default_page"],
  ["The site is in maintenance", "maintenance"],
  ["The site has not opened yet", "coming_soon"],
  ["The site asks for proof that the visitor is human", "challenge"],
  ["The page lists the files of a folder", "directory_listing"],
  ["The page may have been defaced", "defaced"],
  ["The response is HTML instead of data", "wrong_format"],
  ["The page belongs to another site", "another_site"]
])

/** The translations of the probe's messages about a response, a connection or a protocol. */
export const probeMessages: ReadonlyArray<Pattern> = [
  [
    /^The (?:server's )?certificate is not valid \((.+)\)\.$/su,
    (codes) => `Das Zertifikat ist ungültig (${problemsOf(codes)}).`
  ],
  [
    /^The certificate is not valid \((.+)\), so the request's secrets were not sent\.$/su,
    (codes) =>
      `Das Zertifikat ist ungültig (${problemsOf(codes)}). Deshalb wurden die Geheimnisse der Anfrage nicht gesendet.`
  ],
  [
    new RegExp(`^(${[...contentTitles.keys()].join("|")})(: “.*”)?\\.$`, "su"),
    (title = "", line = "") => `${contentFault[contentTitles.get(title) ?? ""]}${line}.`
  ],
  ...patternsOf([
    [
      "Mon could not run this check in time. Mon will try again.",
      "Mon konnte diese Prüfung nicht rechtzeitig ausführen und versucht es wieder."
    ],
    [
      "Mon could not run this check: the process that ran it ended. Mon will try again.",
      "Mon konnte diese Prüfung nicht ausführen: Ihr Prozess wurde beendet. Mon versucht es wieder."
    ],
    [
      "Mon could not run this check: it ended the process that ran it. Mon will try again.",
      "Mon konnte diese Prüfung nicht ausführen: Sie beendete ihren Prozess. Mon versucht es wieder."
    ],
    [
      "Mon could not run this check: it ended the process that ran it {} times in a row. Mon tries again every hour, and after you edit the monitor.",
      "Mon konnte diese Prüfung nicht ausführen: Sie beendete ihren Prozess {}-mal nacheinander. Mon versucht es jede Stunde wieder, und sobald Sie den Monitor ändern."
    ],
    [
      "The stored request cannot be read with MON_SECRET. Enter its headers and credentials again.",
      "Die gespeicherte Anfrage lässt sich mit MON_SECRET nicht lesen. Geben Sie Kopfzeilen und Zugangsdaten neu ein."
    ],
    ["The check did not finish in time.", "Die Prüfung wurde nicht rechtzeitig fertig."],
    ["The check could not be run.", "Die Prüfung konnte nicht laufen."],
    ["The server returned an error status.", "Der Server antwortete mit einem Fehler."],
    ["The response does not meet the expectations.", "Die Antwort ist nicht wie erwartet."],
    ["The content shows that the site is broken.", "Die Seite zeigt, dass die Website gestört ist."],
    ["The host name does not exist.", "Den Hostnamen gibt es nicht."],
    ["The host name has no address.", "Der Hostname hat keine Adresse."],
    ["The name servers failed.", "Die Nameserver meldeten einen Fehler."],
    ["The server did not accept the connection in time.", "Der Server nahm die Verbindung nicht rechtzeitig an."],
    ["The response is not valid HTTP.", "Die Antwort ist kein gültiges HTTP."],
    ["The response does not follow the protocol.", "Die Antwort folgt nicht dem Protokoll."],
    ["The server refuses service.", "Der Server verweigert den Dienst."],
    ["The login failed.", "Die Anmeldung ist gescheitert."],
    ["The service gave a wrong answer.", "Der Dienst gab eine falsche Antwort."],
    ["The redirects form a loop.", "Die Weiterleitungen drehen sich im Kreis."],
    ["A redirect leads to something that is not HTTP.", "Eine Weiterleitung führt zu etwas, das nicht HTTP ist."],
    [
      "A redirect to another host would repeat a request that may change something.",
      "Eine Weiterleitung zu einem anderen Host würde eine Anfrage wiederholen, die etwas ändern kann."
    ],
    ["There is no route to the server.", "Es gibt keinen Weg zum Server."],
    ["The address is not public.", "Die Adresse ist nicht öffentlich."],
    ["The server sent too many interim responses.", "Der Server sandte zu viele Zwischenantworten."],
    ["The response starts with {}, which is not HTTP/1.", "Die Antwort beginnt mit {}. Das ist nicht HTTP/1."],
    ["The response header contains a zero byte.", "Die Kopfzeilen der Antwort enthalten ein Nullbyte."],
    ["The response states two different lengths.", "Die Antwort nennt zwei verschiedene Längen."],
    ["The response states an invalid length: {}.", "Die Antwort nennt eine ungültige Länge: {}."],
    [
      "The server switched to a protocol that the check did not request.",
      "Der Server wechselte zu einem Protokoll, das die Prüfung nicht verlangt hat."
    ],
    ["A chunk of the response has no size.", "Ein Teil der Antwort hat keine Größe."],
    ["A chunk of the response has no valid size.", "Ein Teil der Antwort hat keine gültige Größe."],
    ["A chunk of the response is longer than its size.", "Ein Teil der Antwort ist länger als angegeben."],
    ["The body is not valid {}: {}.", "Der Inhalt ist kein gültiges {}: {}."],
    ["The body has too many content encodings ({}).", "Der Inhalt ist zu oft kodiert ({})."],
    ["The check ended with an internal error.", "Die Prüfung endete mit einem internen Fehler."],
    ["The server sent more than {}.", "Der Server sandte mehr als {}."],
    ["There is nothing to secure.", "Es gibt nichts zu sichern."],
    ["There is no connection to lend.", "Es gibt keine Verbindung zu verleihen."],
    ["The server sent more data before the TLS handshake.", "Der Server sandte vor dem TLS-Handshake weitere Daten."],
    ["The response is not a valid DNS message.", "Die Antwort ist keine gültige DNS-Nachricht."],
    ["Nothing is listening on the DNS server's port.", "Auf dem Port des DNS-Servers läuft kein Dienst."],
    ["This machine does not allow the check to send UDP.", "Diese Maschine erlaubt der Prüfung nicht, UDP zu senden."],
    ["This machine has no free file handles.", "Diese Maschine hat keine freien Dateihandles."],
    ["This machine could not send UDP ({}).", "Diese Maschine konnte kein UDP senden ({})."],
    [
      "The DNS server sent too many unrelated messages.",
      "Der DNS-Server sandte zu viele Nachrichten, die keine Antworten sind."
    ],
    ["The server sent {}, which is not a valid reply.", "Der Server sandte {}. Das ist keine gültige Antwort."],
    ["A reply has more than {} lines.", "Eine Antwort hat mehr als {} Zeilen."],
    ["The server sent a line of more than {} bytes.", "Der Server sandte eine Zeile mit mehr als {} Byte."],
    [
      "A WebSocket frame uses an extension that was not negotiated.",
      "Ein WebSocket-Frame verwendet eine Erweiterung, die nicht vereinbart war."
    ],
    ["A WebSocket frame has an unknown opcode.", "Ein WebSocket-Frame hat einen unbekannten Opcode."],
    ["A WebSocket frame from the server is masked.", "Ein WebSocket-Frame des Servers ist maskiert."],
    ["A WebSocket control frame is fragmented or too long.", "Ein WebSocket-Steuerframe ist geteilt oder zu lang."],
    ["A WebSocket frame is larger than {}.", "Ein WebSocket-Frame ist größer als {}."],
    ["There is no route to the DNS server.", "Es gibt keinen Weg zum DNS-Server."],
    ["The DNS server did not respond in time.", "Der DNS-Server antwortete nicht rechtzeitig."],
    ["The answer is for a different question.", "Die Antwort gehört zu einer anderen Frage."],
    ["The DNS server returned {}.", "Der DNS-Server antwortete mit {}."],
    ["The server does not offer {}.", "Der Server bietet {} nicht an."],
    ["The server sent different bytes from the ones expected.", "Der Server sandte andere Bytes als erwartet."],
    [
      "The server returned {} and did not open a WebSocket.",
      "Der Server antwortete mit {} und öffnete keinen WebSocket."
    ],
    [
      "The response with status 101 does not switch to WebSocket.",
      "Die Antwort mit Status 101 wechselt nicht zu WebSocket."
    ],
    ["The response's Sec-WebSocket-Accept header is wrong.", "Der Header Sec-WebSocket-Accept der Antwort ist falsch."],
    [
      "The server chose an extension that was not offered.",
      "Der Server wählte eine Erweiterung, die nicht angeboten war."
    ],
    [
      "The server chose a subprotocol that was not offered.",
      "Der Server wählte ein Unterprotokoll, das nicht angeboten war."
    ],
    [
      "The fragments of a WebSocket message are out of order.",
      "Die Teile einer WebSocket-Nachricht sind in falscher Reihenfolge."
    ],
    ["A WebSocket message is larger than {}.", "Eine WebSocket-Nachricht ist größer als {}."],
    ["The server closed the WebSocket with code {}.", "Der Server schloss den WebSocket mit Code {}."]
  ])
]
