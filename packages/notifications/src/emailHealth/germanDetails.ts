import type { TemplatePair } from "./Translation.ts"

/**
 * The German translations of details in email health findings, such as the reason why a term, a key or a certificate is
 * wrong.
 */
export const germanDetails: ReadonlyArray<TemplatePair> = [
  // The texts about the senders to which a term applies. Each text begins with a space.
  [" with IPv6", " mit IPv6"],
  [" for senders with IPv6", " für Absender mit IPv6"],
  // SPF
  ['"{name}" takes no argument.', "„{name}“ darf kein Argument haben."],
  ['"{name}" must be followed by ":" and a domain name.', "Nach „{name}“ müssen „:“ und ein Domainname folgen."],
  [
    '"{name}" must be followed by ":" and an {family} network.',
    "Nach „{name}“ müssen „:“ und ein {family}-Netz folgen."
  ],
  [
    "The prefix length of {family} must be a number from 0 to {bits}.",
    "Die Präfixlänge von {family} muss eine Zahl von 0 bis {bits} sein."
  ],
  ["Not an {family} address.", "Das ist keine {family}-Adresse."],
  ['An {family} address must follow "{name}".', "Nach „{name}“ muss eine {family}-Adresse folgen."],
  [
    "The character {character} is not allowed in an SPF record.",
    "Das Zeichen {character} ist in einem SPF-Eintrag nicht erlaubt."
  ],
  ['There is no mechanism "{name}".', "Den Mechanismus „{name}“ gibt es nicht."],
  ['"{name}" may occur only once.', "„{name}“ darf nur einmal vorkommen."],
  [
    "A % must start a macro such as %{d}, or be followed by %, _ or -.",
    "Ein % muss ein Makro wie %{d} beginnen, oder es muss %, _ oder - folgen."
  ],
  ["{macro} is only allowed in explanations.", "{macro} ist nur in Erklärungen erlaubt."],
  ["There is no macro {macro}.", "Das Makro {macro} gibt es nicht."],
  [
    "A macro must select at least one part of its value.",
    "Ein Makro muss mindestens einen Teil seines Werts auswählen."
  ],
  ["Only visible ASCII characters are allowed here.", "Hier sind nur sichtbare ASCII-Zeichen erlaubt."],
  ["The domain name is missing.", "Der Domainname fehlt."],
  ["The domain name must end in a top-level domain.", "Der Domainname muss mit einer Top-Level-Domain enden."],
  // DMARC
  [
    'The "p" tag is missing, and without a report address the record is invalid.',
    "Die Angabe „p“ fehlt, und ohne eine Adresse für Berichte ist der Eintrag ungültig."
  ],
  ['"{term}" is not a valid policy.', "„{term}“ ist keine gültige Richtlinie."],
  [
    'The tag "{name}" occurs twice, which makes the whole record invalid.',
    "Die Angabe „{name}“ kommt zweimal vor. Das macht den ganzen Eintrag ungültig."
  ],
  // DKIM
  ["The data is not an RSA public key.", "Die Daten sind kein öffentlicher RSA-Schlüssel."],
  [
    "The key is wrapped as SubjectPublicKeyInfo, but an Ed25519 key record must contain only the 32 octets of the key.",
    "Der Schlüssel ist als SubjectPublicKeyInfo verpackt. Ein Ed25519-Eintrag darf nur die 32 Oktette des Schlüssels enthalten."
  ],
  [
    "An Ed25519 key must have {octets} octets, but this key has {count}.",
    "Ein Ed25519-Schlüssel muss {octets} Oktette haben, dieser hat {count}."
  ],
  ["The key is not base64.", "Der Schlüssel ist kein Base64."],
  ['The tag "{name}" occurs twice.', "Die Angabe „{name}“ kommt zweimal vor."],
  ['"{term}" is not a tag.', "„{term}“ ist keine Angabe."],
  [
    "A tag is empty: the list starts with a semicolon or has two in a row.",
    "Eine Angabe ist leer: Die Liste beginnt mit einem Semikolon oder hat zwei hintereinander."
  ],
  ['The version is "{version}", but only DKIM1 is valid.', "Die Version ist „{version}“. Gültig ist nur DKIM1."],
  ["The version must be the first tag.", "Die Version muss die erste Angabe sein."],
  ["The key is for a service other than email.", "Der Schlüssel ist für einen anderen Dienst als E-Mail."],
  [
    "Only SHA-1 signatures are allowed, and verifiers must not accept SHA-1 signatures (RFC 8301 section 3.1).",
    "Nur Signaturen mit SHA-1 sind erlaubt. Prüfer dürfen sie nicht annehmen (RFC 8301, Abschnitt 3.1)."
  ],
  ['There is no "p" tag with the key.', "Die Angabe „p“ mit dem Schlüssel fehlt."],
  ['The key type "{type}" is unknown.', "Der Schlüsseltyp „{type}“ ist unbekannt."],
  // Blacklists
  [
    "The answer is outside 127.0.0.0/8: the resolver rewrites answers, or the list was shut down.",
    "Die Antwort liegt nicht in 127.0.0.0/8: Der Resolver ändert Antworten, oder die Liste wurde eingestellt."
  ],
  [
    "127.0.0.1 is not a valid listing (RFC 5782 section 2.3).",
    "127.0.0.1 ist kein gültiger Eintrag (RFC 5782, Abschnitt 2.3)."
  ],
  ["The list refused the query.", "Die Liste lehnte die Abfrage ab."],
  ["Queries from public resolvers are refused.", "Abfragen von öffentlichen Resolvern werden abgelehnt."],
  ["The query was for an IP address.", "Die Abfrage betraf eine IP-Adresse."],
  ["The zone name is wrong.", "Der Name der Zone ist falsch."],
  ["Too many queries, or a public resolver.", "Zu viele Abfragen, oder ein öffentlicher Resolver."],
  ["Too many queries.", "Zu viele Abfragen."],
  ["listed", "gelistet"],
  ["abused legitimate domain, botnet", "missbrauchte echte Domain, Botnetz"],
  ["abused legitimate domain, malware", "missbrauchte echte Domain, Schadsoftware"],
  ["abused legitimate domain, phishing", "missbrauchte echte Domain, Phishing"],
  ["abused legitimate domain, spam", "missbrauchte echte Domain, Spam"],
  ["abused redirector", "missbrauchter Weiterleitungsdienst"],
  ["abuse", "Missbrauch"],
  ["botnet command domain", "Domain zur Steuerung eines Botnetzes"],
  ["cracked site", "gehackte Website"],
  ["malware domain", "Domain mit Schadsoftware"],
  ["malware", "Schadsoftware"],
  ["phishing domain", "Domain für Phishing"],
  ["phishing", "Phishing"],
  ["spam domain", "Domain für Spam"],
  ["PBL, by Spamhaus", "PBL, von Spamhaus"],
  ["PBL, by the provider", "PBL, vom Anbieter"],
  // MTA-STS
  ["the policy host does not exist", "der Host der Richtlinie existiert nicht"],
  ["the policy host's address is not public", "die Adresse des Hosts der Richtlinie ist nicht öffentlich"],
  ["the policy host refuses connections", "der Host der Richtlinie lehnt Verbindungen ab"],
  ["the policy host's certificate is not valid", "das Zertifikat des Hosts der Richtlinie ist ungültig"],
  ["the policy host does not respond over HTTPS", "der Host der Richtlinie antwortet nicht über HTTPS"],
  ["the policy file is larger than 64 KiB", "die Datei der Richtlinie ist größer als 64 KiB"],
  [
    "the policy host sends a redirect, which senders do not follow",
    "der Host der Richtlinie leitet weiter, und Absender folgen dem nicht"
  ],
  ["the policy host does not respond with status 200", "der Host der Richtlinie antwortet nicht mit Status 200"],
  [
    "the policy file does not have the content type text/plain",
    "die Datei der Richtlinie hat nicht den Content-Type text/plain"
  ],
  ["the policy file does not begin with version: STSv1", "die Datei der Richtlinie beginnt nicht mit version: STSv1"],
  ["the mode must be enforce, testing or none", "der Modus muss enforce, testing oder none sein"],
  [
    "max_age must be a number of seconds, at most 31557600",
    "max_age muss eine Zahl von Sekunden sein, höchstens 31557600"
  ],
  [
    "the mx lines must be host names, and at least one is required",
    "die Zeilen mx müssen Hostnamen sein, und mindestens eine ist nötig"
  ],
  // Certificates and logos
  ["it has expired", "es ist abgelaufen"],
  ["it is not valid yet", "es gilt noch nicht"],
  ["it is not for this host name", "es gilt nicht für diesen Hostnamen"],
  ["it is self-signed", "es ist selbst signiert"],
  ["it does not chain to a trusted root", "es führt zu keiner vertrauten Wurzel"],
  ["its RSA key is shorter than 2048 bits", "sein RSA-Schlüssel ist kürzer als 2048 Bit"],
  ["the host uses TLS 1.0 or 1.1", "der Host benutzt TLS 1.0 oder 1.1"],
  ["the file cannot be fetched over HTTPS", "die Datei lässt sich nicht über HTTPS abrufen"],
  ["the file's web server does not have a valid certificate", "der Webserver der Datei hat kein gültiges Zertifikat"],
  ["the web server does not respond with status 200", "der Webserver antwortet nicht mit Status 200"],
  ["the web server redirects", "der Webserver leitet weiter"],
  ["the file is too large", "die Datei ist zu groß"],
  ["the file is not SVG", "die Datei ist kein SVG"],
  ['baseProfile must be "tiny-ps"', "baseProfile muss „tiny-ps“ sein"],
  ['version must be "1.2"', "version muss „1.2“ sein"],
  ["a title element is required", "ein Element title ist nötig"],
  ["the title has more than 64 characters", "der Titel hat mehr als 64 Zeichen"],
  ["the viewBox is not a square", "die viewBox ist kein Quadrat"],
  ["scripts are not allowed", "Skripte sind nicht erlaubt"],
  ["references to other files are not allowed", "Verweise auf andere Dateien sind nicht erlaubt"],
  ["embedded images are not allowed", "eingebettete Bilder sind nicht erlaubt"],
  ["animations are not allowed", "Animationen sind nicht erlaubt"],
  ["the svg element must not have x or y attributes", "das Element svg darf keine Attribute x oder y haben"],
  ["a DOCTYPE is not allowed", "ein DOCTYPE ist nicht erlaubt"],
  ["the file is larger than 32 kilobytes", "die Datei ist größer als 32 Kilobyte"],
  ["the file contains no certificate", "die Datei enthält kein Zertifikat"],
  ["the certificate has expired", "das Zertifikat ist abgelaufen"],
  ["the certificate is not for this domain", "das Zertifikat gilt nicht für diese Domain"],
  ["the certificate is not a mark certificate (VMC or CMC)", "das Zertifikat ist kein Markenzertifikat (VMC oder CMC)"]
]
