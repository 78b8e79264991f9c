import { germanCheckMessage, written } from "./checkMessages.de.ts"
import { dialogueMessages } from "./dialogueMessages.de.ts"
import { probeMessages } from "./probeMessages.de.ts"
import type { Pattern } from "./refusals.en.ts"

/** Returns the detail that follows a sentence. The detail stays unchanged, because another service wrote it. */
const rest = (detail: string | undefined): string => (detail === undefined ? "" : ` ${detail}`)

/** The German texts that follow "Der Mailserver mail.example.com". */
const mailServers: ReadonlyArray<Pattern> = [
  [/^refused the connection$/u, () => "lehnte die Verbindung ab"],
  [/^reset the connection$/u, () => "brach die Verbindung ab"],
  [/^cannot be reached$/u, () => "ist nicht erreichbar"],
  [/^did not accept the connection in time$/u, () => "nahm die Verbindung nicht rechtzeitig an"],
  [/^did not send its greeting in time$/u, () => "meldete sich nicht rechtzeitig"],
  [/^did not finish the TLS handshake in time$/u, () => "wurde mit dem TLS-Handshake nicht rechtzeitig fertig"],
  [/^stopped responding$/u, () => "antwortete nicht mehr"],
  [/^did not answer in time$/u, () => "antwortete nicht rechtzeitig"],
  [/^could not be found because its name does not resolve$/u, () => "wurde nicht gefunden: Sein Name löst nicht auf"],
  [/^closed the connection$/u, () => "schloss die Verbindung"],
  [/^did not accept the email in time$/u, () => "nahm die E-Mail nicht rechtzeitig an"],
  [/^could not be reached over TLS$/u, () => "war über TLS nicht erreichbar"],
  [/^did not accept the user name and password$/u, () => "nahm Benutzernamen und Passwort nicht an"],
  [/^sent a response that is not valid SMTP$/u, () => "antwortete nicht in gültigem SMTP"],
  [/^could not be used$/u, () => "war nicht verwendbar"]
]

const deliveries: ReadonlyArray<Pattern> = [
  [/^The mail server refused the email(: .+)?$/su, (said = "") => `Der Mailserver lehnte die E-Mail ab${said}`],
  [
    /^The mail server deferred the email(: .+)?$/su,
    (said = "") => `Der Mailserver nimmt die E-Mail erst später an${said}`
  ],
  [
    /^The mail server (\S+) ([^(:]+?)((?: \([A-Z\d_]+\))?(?:: .+)?)$/su,
    (host, fault = "", said) => `Der Mailserver ${host} ${written(fault, mailServers) ?? fault}${said}`
  ],
  [
    /^WhatsApp is not accepting any more messages for now(.*)\.$/su,
    (said) => `WhatsApp nimmt gerade keine weiteren Nachrichten an${said}.`
  ],
  [
    /^The number cannot be reached on WhatsApp(.*)\.$/su,
    (said) => `Die Nummer ist über WhatsApp nicht erreichbar${said}.`
  ],
  [/^WhatsApp rejected the template(.*)\.$/su, (said) => `WhatsApp lehnte die Vorlage ab${said}.`],
  [/^WhatsApp rejected the access token(.*)\.$/su, (said) => `WhatsApp lehnte das Zugangstoken ab${said}.`],
  [
    /^The WhatsApp account is not allowed to send messages(.*)\.$/su,
    (said) => `Das WhatsApp-Konto darf keine Nachrichten senden${said}.`
  ],
  [/^WhatsApp rejected the message( \(.*)\.$/su, (said) => `WhatsApp nahm die Nachricht nicht an${said}.`],
  [/^WhatsApp is not available( \(.*)\.$/su, (said) => `WhatsApp ist nicht verfügbar${said}.`],
  [/^WhatsApp could not be reached(.*)\.$/su, (said) => `WhatsApp war nicht erreichbar${said}.`],
  [
    /^The receiver returned a redirect(.*)\. Webhooks do not follow redirects\.$/su,
    (said) => `Der Empfänger antwortete mit einer Weiterleitung${said}. Webhooks folgen keinen Weiterleitungen.`
  ],
  [
    /^The receiver returned HTTP 410, so it no longer exists\.$/u,
    () => "Der Empfänger antwortete mit HTTP 410: Es gibt ihn nicht mehr."
  ],
  [/^The receiver returned an error(.*)\.$/su, (said) => `Der Empfänger antwortete mit einem Fehler${said}.`],
  [/^The webhook's secret cannot be decrypted\.$/u, () => "Das Geheimnis des Webhooks lässt sich nicht entschlüsseln."],
  [/^The channel's settings cannot be read\.$/u, () => "Die Einstellungen des Kanals lassen sich nicht lesen."],
  [/^The URL is not a usable https URL\.$/u, () => "Die URL ist keine brauchbare https-URL."],
  [/^The TLS handshake failed \((.+)\)\.$/su, (code) => `Der TLS-Handshake schlug fehl (${code}).`],
  [
    /^The TLS handshake did not finish in time \((.+)\)\.$/su,
    (code) => `Der TLS-Handshake wurde nicht rechtzeitig fertig (${code}).`
  ],
  [/^The receiver's certificate is not valid(.*)\.$/su, (code) => `Das Zertifikat des Empfängers ist ungültig${code}.`],
  [/^The receiver did not respond in time(.*)\.$/su, (code) => `Der Empfänger antwortete nicht rechtzeitig${code}.`],
  [
    /^The receiver closed the connection without a response(.*)\.$/su,
    (code) => `Der Empfänger schloss die Verbindung ohne Antwort${code}.`
  ],
  [/^The response is not valid HTTP(.*)\.$/su, (code) => `Die Antwort ist kein gültiges HTTP${code}.`],
  [/^The request was aborted(.*)\.$/su, (code) => `Die Anfrage wurde abgebrochen${code}.`],
  [
    /^(.+?) is not accepting any more messages for now\.(?: (.+))?$/su,
    (service, detail) => `${service} nimmt gerade keine weiteren Nachrichten an.${rest(detail)}`
  ],
  [/^(.+?) is not available\.(?: (.+))?$/su, (service, detail) => `${service} ist nicht erreichbar.${rest(detail)}`],
  [
    /^(.+?) gave the chat a new id\.(?: (.+))?$/su,
    (service, detail) => `${service} hat dem Chat eine neue ID gegeben.${rest(detail)}`
  ],
  [
    /^(.+?) no longer has the earlier message\.(?: (.+))?$/su,
    (service, detail) => `${service} hat die frühere Nachricht nicht mehr.${rest(detail)}`
  ],
  [
    /^Unexpected response: (.+?) does not normally respond like this\.(?: (.+))?$/su,
    (service, detail) => `Die Antwort stammt nicht von ${service}.${rest(detail)}`
  ],
  [
    /^(.+?) rejected this channel's key or address\.(?: (.+))?$/su,
    (service, detail) => `${service} lehnt den Schlüssel oder die Adresse dieses Kanals ab.${rest(detail)}`
  ],
  [
    /^(.+?) no longer has this channel's destination\.(?: (.+))?$/su,
    (service, detail) => `${service} hat das Ziel dieses Kanals nicht mehr.${rest(detail)}`
  ],
  [
    /^(.+?) does not allow messages to this destination\.(?: (.+))?$/su,
    (service, detail) => `${service} erlaubt keine Nachrichten an dieses Ziel.${rest(detail)}`
  ],
  [
    /^(.+?) rejected the message\.(?: (.+))?$/su,
    (service, detail) => `${service} nimmt die Nachricht nicht an.${rest(detail)}`
  ],
  [
    /^(.+?) returned a redirect\. Channels do not follow redirects\.(?: (.+))?$/su,
    (service, detail) =>
      `${service} antwortete mit einer Weiterleitung. Kanäle folgen keinen Weiterleitungen.${rest(detail)}`
  ],
  [
    /^(.+?) could not notify all of its services\.(?: (.+))?$/su,
    (service, detail) => `${service} erreichte nicht alle seine Dienste.${rest(detail)}`
  ],
  [
    /^The message is too large for (.+?)\.(?: (.+))?$/su,
    (service, detail) => `Die Nachricht ist für ${service} zu groß.${rest(detail)}`
  ]
]

const KINDS: ReadonlyMap<string, string> = new Map([
  ["plain text", "reiner Text"],
  ["binary data", "eine Binärdatei"]
])

const SMALLER = "Überwachen Sie stattdessen eine kleinere Seite dieser Website."

const pages: ReadonlyArray<Pattern> = [
  [
    /^(The page is larger .+|Reading the page .+)\. Monitor a smaller page of the site instead\.$/su,
    (reason = "") => `${written(`${reason}.`, pages) ?? reason} ${SMALLER}`
  ],
  [/^The page is larger than (.+)\.$/u, (size) => `Die Seite ist größer als ${size}.`],
  [
    /^Reading the page takes more than (\d+) seconds\.$/u,
    (time) => `Das Lesen der Seite dauert über ${time} Sekunden.`
  ],
  [/^Reading the page needs too much memory\.$/u, () => "Das Lesen der Seite braucht zu viel Speicher."],
  [
    /^The page is (\d+) bytes, which is over the limit of (\d+)\.$/u,
    (size, limit) => `Die Seite hat ${size} Byte, erlaubt sind ${limit}.`
  ],
  [/^The page is empty\.$/u, () => "Die Seite ist leer."],
  [/^The page shows no text\.$/u, () => "Die Seite zeigt keinen Text."],
  [
    /^The page contains more text or more lines than the limit\.$/u,
    () => "Die Seite enthält mehr Text oder mehr Zeilen als erlaubt."
  ],
  [/^Nothing on the page matches (.+)\.$/su, (selector) => `Nichts auf der Seite passt zu ${selector}.`],
  [
    /^The site showed another page instead: (.+)\.$/su,
    (blocker) => `Die Website zeigte stattdessen eine andere Seite: ${blocker}.`
  ],
  [
    /^The option (\w+) does not apply, because the page is (.+)\.$/u,
    (option, kind = "") => `Die Option ${option} passt nicht: Die Seite ist ${KINDS.get(kind) ?? kind}.`
  ],
  [
    /^(".*") is a JSONPath, but the page is (.+)\. Use a CSS selector such as (".*")\.$/su,
    (path, kind, example) =>
      `${path} ist ein JSONPath, aber die Seite ist ${kind}. Verwenden Sie einen CSS-Selektor wie ${example}.`
  ],
  [
    /^(".*") is a CSS selector, but the page is JSON\. Use a JSONPath such as (".*")\.$/su,
    (selector, example) =>
      `${selector} ist ein CSS-Selektor, aber die Seite ist JSON. Verwenden Sie einen JSONPath wie ${example}.`
  ],
  [
    /^The page is not valid JSON, so a JSONPath does not apply\.$/u,
    () => "Die Seite ist kein gültiges JSON, deshalb passt kein JSONPath."
  ],
  [
    /^(Values|Elements) are nested more than (\d+) levels deep\.$/u,
    (what, depth) => `${what === "Values" ? "Werte" : "Elemente"} sind über ${depth} Ebenen tief verschachtelt.`
  ],
  [
    /^Matching the (paths|selectors) takes too long on this page\.$/u,
    (what) => `Die Suche nach den ${what === "paths" ? "Pfaden" : "Selektoren"} dauert auf dieser Seite zu lange.`
  ],
  [
    /^The render option does not apply, because the page is not HTML\.$/u,
    () => "Im Browser lässt sich die Seite nicht öffnen: Sie ist kein HTML."
  ],
  [
    /^The render option does not apply, because the monitor has its own request settings\.$/u,
    () => "Im Browser lässt sich die Seite nicht öffnen: Der Monitor hat eigene Einstellungen der Anfrage."
  ],
  [
    /^The browser could not show the page: (.+)$/su,
    (reason = "") => `Der Browser konnte die Seite nicht zeigen: ${germanMessage(reason) ?? reason}`
  ],
  [/^The browser could not read the page in time\.$/u, () => "Der Browser konnte die Seite nicht rechtzeitig lesen."],
  [/^In the browser: (.+)$/su, (reason = "") => `Im Browser: ${germanMessage(reason) ?? reason}`],
  [
    /^The page was not compared, because too many pages were waiting for a thread\.$/u,
    () => "Die Seite wurde nicht verglichen, weil zu viele andere warteten."
  ],
  [
    /^The page was not compared, because no browser was available\.$/u,
    () => "Die Seite wurde nicht verglichen, weil kein Browser frei war."
  ],
  [
    /^The page's scripts did not run, because the account's plan does not include it\.$/u,
    () => "Die Skripte der Seite liefen nicht, weil der Tarif das nicht enthält."
  ],
  [/^The response is a download, not a page\.$/u, () => "Die Antwort ist ein Download und keine Seite."],
  [/^There are too many redirects\.$/u, () => "Es gibt zu viele Weiterleitungen."],
  [/^The server returned an error without a page\.$/u, () => "Der Server antwortete mit einem Fehler und ohne Seite."],
  [/^The page did not respond in time\.$/u, () => "Die Seite antwortete nicht rechtzeitig."],
  [
    /^The page redirects to a URL that the browser does not open\.$/u,
    () => "Die Seite leitet zu einer URL weiter, die der Browser nicht öffnet."
  ],
  [/^The page crashed the browser\.$/u, () => "Die Seite ließ den Browser abstürzen."],
  [/^The page could not be opened \(no reason given\)\.$/u, () => "Die Seite ließ sich nicht öffnen."],
  [/^The page could not be opened \((.+)\)\.$/su, (reason) => `Die Seite ließ sich nicht öffnen (${reason}).`],
  [/^The page opened too many connections\.$/u, () => "Die Seite öffnete zu viele Verbindungen."],
  [/^The page was not rendered within (\d+) ms\.$/u, (time) => `Die Seite war nach ${time} ms noch nicht aufgebaut.`],
  [
    /^The browser (?:failed|exited) while it rendered the page\.$/u,
    () => "Der Browser stürzte ab, während er die Seite aufbaute."
  ],
  [
    /^The element(s?) could not be (?:hidden|found) in time\.$/u,
    (several) =>
      several === ""
        ? "Das Element wurde nicht rechtzeitig gefunden."
        : "Die Elemente ließen sich nicht rechtzeitig ausblenden."
  ]
]

const orNone = (records = ""): string => (records === "none" ? "nichts" : records)

const dns: ReadonlyArray<Pattern> = [
  [
    /^The parent delegates (\S+) to (.+), but the zone lists (.+)\.$/su,
    (domain, parent, zone) =>
      `Die übergeordnete Zone delegiert ${domain} an ${orNone(parent)}, aber die Zone nennt ${orNone(zone)}.`
  ],
  [
    /^(.+) has no public address, so it is never queried\.$/su,
    (server) => `${server} hat keine öffentliche Adresse und wird deshalb nicht gefragt.`
  ],
  [
    /^(.+) does not respond to queries for (\S+) \((.+)\)\.$/su,
    (server, domain, reason) =>
      `${server} beantwortet keine Fragen nach ${domain} (${reason === "no address" ? "keine Adresse" : reason}).`
  ],
  [
    /^(.+) returns different (\S+) records from (.+)\.$/su,
    (servers, type, best) => `${orNone(servers)}: andere ${type}-Einträge als bei ${best}.`
  ],
  [
    /^A recursive resolver returns (\S+) records that differ from those on the zone's servers: (.+)\.$/su,
    (type, records) =>
      `Ein rekursiver Resolver antwortet mit anderen ${type}-Einträgen als die Server der Zone: ${orNone(records)}.`
  ]
]

const heartbeats: ReadonlyArray<Pattern> = [
  [/^The job has not reported in time\.$/u, () => "Der Job hat sich nicht rechtzeitig gemeldet."],
  [/^A run of the job takes longer than allowed\.$/u, () => "Ein Lauf des Jobs dauert länger als erlaubt."],
  [/^The job runs more often than allowed\.$/u, () => "Der Job läuft öfter als erlaubt."],
  [
    /^The job succeeded after (.+) s, which is less than allowed\.$/u,
    (seconds) => `Der Job war schon nach ${seconds} s erfolgreich. Das ist kürzer als erlaubt.`
  ],
  [/^The job reported a failure\.$/u, () => "Der Job hat einen Fehlschlag gemeldet."],
  [/^The job failed with exit code (\d+)\.$/u, (code) => `Der Job ist mit Exit-Code ${code} fehlgeschlagen.`]
]

/**
 * Translates a message of the service about a check, a delivery, a page, a heartbeat or the DNS of a domain into
 * German. Returns null for an unknown sentence.
 */
export const germanMessage = (message: string): string | null => {
  const [, index, count, name, said] = STEP.exec(message) ?? []
  if (said === undefined) return germanSentence(message)
  return `Schritt ${index} von ${count} (${name}): ${germanSentence(said) ?? said}`
}

/** The message of HTTP steps, which contains the message of the step that failed. */
const STEP = /^Step (\d+) of (\d+) \((.{1,100}?)\): (.+)$/su

const germanSentence = (message: string): string | null =>
  // An expectation contains text that people have entered, which may resemble another sentence.
  (message.startsWith("Expected ")
    ? null
    : written(message, [...probeMessages, ...pages, ...dns, ...deliveries, ...heartbeats, ...dialogueMessages])) ??
  germanCheckMessage(message)
