import { problemsOf } from "./probeMessages.de.ts"
import type { Pattern } from "./refusals.en.ts"

const headerWishes: ReadonlyArray<Pattern> = [
  [/^to be (“.*”)$/su, (value) => `mit dem Wert ${value}`],
  [/^to contain (“.*”)$/su, (value) => `mit ${value} darin`],
  [/^to match (“.*”)$/su, (value) => `nach dem Muster ${value}`]
]

const valueWishes: ReadonlyArray<Pattern> = [
  [/^to be (“.*”)$/su, (value) => `der Wert ${value}`],
  [/^not to be (“.*”)$/su, (value) => `nicht der Wert ${value}`],
  [/^to be above (“.*”)$/su, (value) => `ein Wert über ${value}`],
  [/^to be below (“.*”)$/su, (value) => `ein Wert unter ${value}`],
  [/^to be at least (“.*”)$/su, (value) => `ein Wert von mindestens ${value}`],
  [/^to be at most (“.*”)$/su, (value) => `ein Wert von höchstens ${value}`]
]

/** Translates several expectations of one header or value. */
const wished = (wishes: string, patterns: ReadonlyArray<Pattern>): string =>
  wishes
    .split(/(?<=”) and (?=(?:not )?to (?:be|contain|match) )/u)
    .map((wish) => written(wish, patterns) ?? wish)
    .join(" und ")

/** The German translations of expectations. Texts in quotation marks come from the monitor or the response. */
const expected: ReadonlyArray<Pattern> = [
  [/^the status (“.*”)$/su, (value) => `der Status ${value}`],
  [/^the text (“.*”)$/su, (value) => `der Text ${value}`],
  [/^no text (“.*”)$/su, (value) => `kein Text ${value}`],
  [/^a match of (“.*”)$/su, (value) => `ein Treffer von ${value}`],
  [/^no match of (“.*”)$/su, (value) => `kein Treffer von ${value}`],
  [/^no header (“.*”)$/su, (value) => `keine Kopfzeile ${value}`],
  [/^the header (“[^”]*”)$/su, (name) => `die Kopfzeile ${name}`],
  [/^the header (“[^”]*”) (to .*)$/su, (name, wishes = "") => `die Kopfzeile ${name} ${wished(wishes, headerWishes)}`],
  [/^no value at (“.*”)$/su, (path) => `kein Wert an ${path}`],
  [/^(?:the|every) value at (“[^”]*”)$/su, (path) => `ein Wert an ${path}`],
  [
    /^(?:the|every) value at (“[^”]*”) ((?:not )?to .*)$/su,
    (path, wishes = "") => `an ${path} ${wished(wishes, valueWishes)}`
  ],
  [/^a valid certificate$/u, () => "ein gültiges Zertifikat"],
  [/^a certificate that is valid for (\d+) more days$/u, (days) => `ein Zertifikat, das noch ${days} Tage gilt`],
  [/^a response within (\d+) ms$/u, (time) => `eine Antwort in höchstens ${time} ms`],
  [/^a response over (IPv\d)$/u, (version) => `eine Antwort über ${version}`],
  [/^a body of at least (\d+) bytes?$/u, (size) => `ein Inhalt von mindestens ${size} Byte`],
  [/^a body of at most (\d+) bytes?$/u, (size) => `ein Inhalt von höchstens ${size} Byte`]
]

const found: ReadonlyArray<Pattern> = [
  [/^found it$/u, () => "er ist da"],
  [/^found one$/u, () => "es gibt einen"],
  [/^not found$/u, () => "nicht gefunden"],
  [/^there is none$/u, () => "es gibt keines"],
  [/^got a different value$/u, () => "es ist ein anderer Wert"],
  [/^the body is not JSON$/u, () => "der Inhalt ist kein JSON"],
  [/^the search took too long$/u, () => "die Suche dauerte zu lange"],
  [/^the encoded body ended early$/u, () => "der kodierte Inhalt endete zu früh"],
  [/^got one after (\d+) ms$/u, (time) => `sie kam nach ${time} ms`],
  [/^got one over (IPv\d)$/u, (version) => `sie kam über ${version}`],
  [/^got (\d+) bytes?$/u, (size) => `es sind ${size} Byte`],
  [/^got (\d+) days$/u, (days) => `es gilt noch ${days} Tage`],
  [/^got (\d+) days, after which the certificate (“.*”).*$/su, (days, name) => `nur ${days} Tage, dann endet ${name}`],
  [
    /^got (.+) after the redirect with (\d.*) was followed$/su,
    (status, redirect) => `erhalten: ${status}, nach der Weiterleitung mit ${redirect}`
  ],
  [/^got ([a-z_]+(?:, [a-z_]+)*)$/u, (codes) => `es ist ${problemsOf(codes)}`],
  [/^got (.+)$/su, (value) => `erhalten: ${value}`]
]

/** Translates a text with the first pattern that matches it. Returns null if no pattern matches. */
export const written = (text: string, patterns: ReadonlyArray<Pattern>): string | null => {
  for (const [pattern, write] of patterns) {
    const [whole, ...parts] = pattern.exec(text) ?? []
    if (whole !== undefined) return write(...parts)
  }
  return null
}

/**
 * Translates the message of a failed expectation. The expected text may itself resemble a result, so the message is
 * split at the first place that produces a translation. For a check with credentials, the actual value is not stored.
 */
const unmet = (text: string): string | null => {
  for (const { index } of text.matchAll(/, /gu)) {
    const one = written(text.slice(0, index), expected)
    const other = one === null ? null : written(text.slice(index + 2), found)
    if (other !== null) return `Erwartet: ${one}. Ergebnis: ${other}.`
  }
  const one = written(text, expected)
  return one === null ? null : `Erwartet: ${one}.`
}

const messages: ReadonlyArray<Pattern> = [
  [/^The server responded with (\d.*)\.$/su, (status) => `Der Server antwortete mit ${status}.`],
  [/^The host name (\S+) could not be resolved\.$/u, (host) => `Der Hostname ${host} ließ sich nicht auflösen.`],
  [/^The host name (\S+) does not exist\.$/u, (host) => `Den Hostnamen ${host} gibt es nicht.`],
  [/^The host name (\S+) has no address\.$/u, (host) => `Der Hostname ${host} hat keine Adresse.`],
  [/^The host name is not valid in DNS\.$/u, () => "Der Hostname ist im DNS ungültig."],
  [/^The name servers did not respond in time\.$/u, () => "Die Nameserver antworteten nicht rechtzeitig."],
  [/^The name servers failed \((.+)\)\.$/u, (reason) => `Die Nameserver meldeten einen Fehler (${reason}).`],
  [/^The address of (\S+) is not public\.$/u, (host) => `Die Adresse von ${host} ist nicht öffentlich.`],
  [/^The server refused the connection\.$/u, () => "Der Server lehnte die Verbindung ab."],
  [/^The server reset the connection\.$/u, () => "Der Server brach die Verbindung ab."],
  [/^(.+) did not respond in time\.$/u, (target) => `${target} antwortete nicht rechtzeitig.`],
  [/^(.+) refused the connection\.$/u, (target) => `${target} lehnte die Verbindung ab.`],
  [/^(.+) reset the connection\.$/u, (target) => `${target} brach die Verbindung ab.`],
  [/^There is no route to (.+)\.$/u, (target) => `Es gibt keinen Weg zu ${target}.`],
  [/^The connection to (.+) was aborted\.$/u, (target) => `Die Verbindung zu ${target} wurde abgebrochen.`],
  [/^The connection failed \((.+)\)\.$/su, (code) => `Die Verbindung schlug fehl (${code}).`],
  [
    /^This machine could not open a connection to (.+)\.$/u,
    (target) => `Diese Maschine konnte keine Verbindung zu ${target} öffnen.`
  ],
  [/^This machine's DNS server cannot be reached\.$/u, () => "Der DNS-Server dieser Maschine ist nicht erreichbar."],
  [/^This machine's DNS server does not respond\.$/u, () => "Der DNS-Server dieser Maschine antwortet nicht."],
  [/^The TLS handshake did not finish in time\.$/u, () => "Der TLS-Handshake wurde nicht rechtzeitig fertig."],
  [/^The check was aborted\.$/u, () => "Die Prüfung wurde abgebrochen."],
  [/^The TLS handshake failed\.$/u, () => "Der TLS-Handshake schlug fehl."],
  [/^The TLS handshake failed: (.+?)\.?$/su, (reason) => `Der TLS-Handshake schlug fehl: ${reason}.`],
  [
    /^The server closed the connection during the TLS handshake\.$/u,
    () => "Der Server schloss die Verbindung im TLS-Handshake."
  ],
  [/^The server does not speak TLS on this port\.$/u, () => "Der Server spricht auf diesem Port kein TLS."],
  [
    /^The server does not support any current TLS version\.$/u,
    () => "Der Server unterstützt keine heutige TLS-Version."
  ],
  [/^The server has no certificate for this name\.$/u, () => "Der Server hat für diesen Namen kein Zertifikat."],
  [/^The server requires a client certificate\.$/u, () => "Der Server verlangt ein Client-Zertifikat."],
  [/^The response did not start in time\.$/u, () => "Die Antwort begann nicht rechtzeitig."],
  [/^The response did not finish in time\.$/u, () => "Die Antwort endete nicht rechtzeitig."],
  [/^The response header is too large\.$/u, () => "Die Kopfzeilen der Antwort sind zu groß."],
  [
    /^The server closed the connection (?:before (?:the|its) response was complete|too early)\.$/u,
    () => "Der Server schloss die Verbindung vor dem Ende der Antwort."
  ],
  [/^The server closed the connection without a response\.$/u, () => "Der Server schloss die Verbindung ohne Antwort."],
  [/^The server aborted the response \((.+)\)\.$/su, (code) => `Der Server brach die Antwort ab (${code}).`],
  [/^The encoded body ended early\.$/u, () => "Der kodierte Inhalt endete zu früh."],
  [/^There are more than (\d+) redirects\.$/u, (count) => `Es gibt mehr als ${count} Weiterleitungen.`],
  [/^The redirects lead back to (.+)\.$/su, (url) => `Die Weiterleitungen führen zurück zu ${url}.`],
  [/^The redirect to (".*") is not a URL\.$/su, (url) => `Die Weiterleitung zu ${url} ist keine URL.`],
  [
    /^The redirect leads to (".*"), which is not HTTP\.$/su,
    (url) => `Die Weiterleitung führt zu ${url}. Das ist nicht HTTP.`
  ],
  [
    /^The redirect leads from (\S+) to (\S+)\. A (\S+) request is not repeated on another host\.$/u,
    (from, to, method) =>
      `Die Weiterleitung führt von ${from} zu ${to}. Eine Anfrage mit ${method} wird bei einem anderen Host nicht wiederholt.`
  ],
  [
    /^The search for a pattern took too long and was stopped\.$/u,
    () => "Die Suche nach einem Muster dauerte zu lange und wurde beendet."
  ],
  [
    /^The prober was too busy to run the check: (.+)$/su,
    (reason = "") => `Mon war für diese Prüfung zu beschäftigt: ${germanCheckMessage(reason) ?? reason}`
  ],
  [
    /^The search for (.+) took too long and was stopped\.$/su,
    (what = "") => `Die Suche dauerte zu lange und wurde beendet: ${written(what, expected) ?? what}.`
  ]
]

/** Translates a message about the check of a site into German. Returns null for an unknown sentence. */
export const germanCheckMessage = (message: string): string | null =>
  message.startsWith("Expected ") && message.endsWith(".")
    ? unmet(message.slice("Expected ".length, -1))
    : written(message, messages)

/** Translates an expectation, or the actual value, into German. Returns null for unknown words. */
export const germanExpectation = (words: string): string | null => written(words, expected) ?? written(words, found)
