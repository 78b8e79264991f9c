import type { TemplatePair } from "./Translation.ts"

/**
 * The German sentences of repair plans about MTA-STS, TLS and BIMI, and about the menus where providers create DKIM
 * keys.
 */
export const germanExtraSteps: ReadonlyArray<TemplatePair> = [
  [
    "First, give the domain a mail host with a public address.",
    "Geben Sie der Domain zuerst einen Mailserver mit einer öffentlichen Adresse."
  ],
  [
    "Serve this text at {url}:\nversion: STSv1\n{lines}\nmax_age: {seconds}",
    "Stellen Sie diesen Text unter {url} bereit:\nversion: STSv1\n{lines}\nmax_age: {seconds}"
  ],
  [
    'Then publish the TXT record {name} with the value "{value}". Change the id every time you change the text. When TLS reports show no failures, change the mode to "enforce".',
    "Veröffentlichen Sie dann den TXT-Eintrag {name} mit dem Wert „{value}“. Ändern Sie die id mit jeder Änderung des Texts. Zeigen die TLS-Berichte keine Fehler, stellen Sie den Modus auf „enforce“."
  ],
  [
    "The web server must have a valid certificate for {host}, send the content type text/plain, and not redirect. Then change the id of the TXT record at {name}.",
    "Der Webserver braucht ein gültiges Zertifikat für {host}, muss den Content-Type text/plain senden und darf nicht weiterleiten. Ändern Sie dann die id des TXT-Eintrags an {name}."
  ],
  [
    "Enable STARTTLS on the mail host, with a certificate for its host name from a public CA. TLS 1.2 or later is required.",
    "Schalten Sie auf dem Mailserver STARTTLS ein, mit einem Zertifikat einer öffentlichen Zertifizierungsstelle für seinen Hostnamen. TLS 1.2 oder neuer ist nötig."
  ],
  [
    "Senders will report there whether they could deliver to your mail hosts with TLS.",
    "Absender melden dort, ob sie Ihren Mailservern mit TLS zustellen konnten."
  ],
  [
    "Publish 3 1 1 TLSA records with the SHA-256 digest of the mail host's public key. Publish the new record before you change the key.",
    "Veröffentlichen Sie TLSA-Einträge 3 1 1 mit dem SHA-256-Hash des öffentlichen Schlüssels des Mailservers. Veröffentlichen Sie den neuen Eintrag, bevor Sie den Schlüssel wechseln."
  ],
  ["The DMARC policy meets the requirement.", "Die DMARC-Richtlinie erfüllt die Voraussetzung."],
  [
    'First, the DMARC policy of the domain and its subdomains must be "quarantine" or "reject".',
    "Zuerst muss die DMARC-Richtlinie der Domain und ihrer Subdomains „quarantine“ oder „reject“ sein."
  ],
  [
    "The logo must be a square SVG in the Tiny PS profile, at most 32 kB, at an https address.",
    "Das Logo muss ein quadratisches SVG im Profil Tiny PS sein, höchstens 32 kB groß, an einer https-Adresse."
  ],
  [
    "Gmail and Apple Mail also require a certificate (VMC or CMC) for the logo.",
    "Gmail und Apple Mail verlangen für das Logo auch ein Zertifikat (VMC oder CMC)."
  ],
  [
    'Then publish the TXT record {name} with the value "v=BIMI1; l=<address of the logo>; a=<address of the certificate>".',
    "Veröffentlichen Sie dann den TXT-Eintrag {name} mit dem Wert „v=BIMI1; l=<Adresse des Logos>; a=<Adresse des Zertifikats>“."
  ],
  [
    "Export the logo as a square SVG in the tiny-ps profile, with a title and without scripts, images or references, and serve it over HTTPS. Gmail and Apple Mail also require a mark certificate.",
    "Exportieren Sie das Logo als quadratisches SVG im Profil tiny-ps, mit Titel und ohne Skripte, Bilder oder Verweise, und stellen Sie es über HTTPS bereit. Gmail und Apple Mail verlangen auch ein Markenzertifikat."
  ],
  // The texts about the menus in which providers create DKIM keys. The names of menus are not translated.
  ["In the {product}, go to {path}.", "Gehen Sie in der {product} zu {path}."],
  ["In {product}, go to {path}.", "Gehen Sie in {product} zu {path}."],
  [
    "{provider} shows the DKIM records in its settings for the domain.",
    "{provider} zeigt die DKIM-Einträge in den Einstellungen der Domain."
  ],
  [
    "Generate a 2048-bit record, publish it, and start authentication.",
    "Erzeugen Sie einen Eintrag mit 2048 Bit, veröffentlichen Sie ihn, und starten Sie die Authentifizierung."
  ],
  [
    "Publish the two CNAME records shown there, and enable signing.",
    "Veröffentlichen Sie die zwei CNAME-Einträge, die dort stehen, und schalten Sie das Signieren ein."
  ],
  [
    "Add a selector, publish the record, and verify it.",
    "Fügen Sie einen Selektor hinzu, veröffentlichen Sie den Eintrag, und bestätigen Sie ihn."
  ],
  ["Publish the three CNAME records shown there.", "Veröffentlichen Sie die drei CNAME-Einträge, die dort stehen."],
  ["Publish the two CNAME records shown there.", "Veröffentlichen Sie die zwei CNAME-Einträge, die dort stehen."],
  ["Publish the CNAME records shown there.", "Veröffentlichen Sie die CNAME-Einträge, die dort stehen."],
  [
    "Publish the CNAME records shown there, and verify them.",
    "Veröffentlichen Sie die CNAME-Einträge, die dort stehen, und bestätigen Sie sie."
  ],
  ["Publish the CNAME record {name} shown there.", "Veröffentlichen Sie den CNAME-Eintrag {name}, der dort steht."],
  ["Publish the record shown there.", "Veröffentlichen Sie den Eintrag, der dort steht."],
  ["Publish the records shown there.", "Veröffentlichen Sie die Einträge, die dort stehen."],
  [
    "Publish the records shown there, and test them.",
    "Veröffentlichen Sie die Einträge, die dort stehen, und testen Sie sie."
  ],
  [
    "Publish the two CNAME records, and enable DKIM.",
    "Veröffentlichen Sie die zwei CNAME-Einträge, und schalten Sie DKIM ein."
  ],
  [
    "Choose Easy DKIM with RSA_2048_BIT, and publish the three CNAME records.",
    "Wählen Sie Easy DKIM mit RSA_2048_BIT, und veröffentlichen Sie die drei CNAME-Einträge."
  ],
  ["Create a 2048-bit key, and publish it.", "Erzeugen Sie einen Schlüssel mit 2048 Bit, und veröffentlichen Sie ihn."],
  [
    "Rotate the DKIM key, and publish the record shown there.",
    "Wechseln Sie den DKIM-Schlüssel, und veröffentlichen Sie den Eintrag, der dort steht."
  ],
  [
    "Authenticate the domain with the records shown there.",
    "Authentifizieren Sie die Domain mit den Einträgen, die dort stehen."
  ],
  ["Activate DKIM, which renews the CNAME records.", "Schalten Sie DKIM ein. Das erneuert die CNAME-Einträge."],
  // The selectors of keys, which precede the steps that replace these keys.
  ["{selectors}:", "{selectors}:"]
]
