import type { MessageFindingCode } from "@mon/email-health/message"

/**
 * The German message of a rule, and its next step or null. Both texts contain the same placeholders as the English
 * texts.
 */
type GermanRule = readonly [message: string, step: string | null]

const NEW_KEY = "Ersetzen Sie den Schlüssel durch einen RSA-Schlüssel mit 2048 Bit unter einem neuen Selektor."
const LATER = "Prüfen Sie die Nachricht später noch einmal."
const FORGED = "Wenn Sie die Nachricht nicht gesendet haben, behandeln Sie sie als gefälscht."

export const germanRules: Readonly<Record<MessageFindingCode, GermanRule>> = {
  spf_not_checked: [
    "SPF wurde nicht geprüft: {what} ist nicht bekannt.",
    "Geben Sie die IP-Adresse des sendenden Servers und die Adresse in MAIL FROM an."
  ],
  spf_fail: [
    "{domain} erlaubt {ip} nicht, in ihrem Namen zu senden.",
    "Wenn Sie diesen Server verwenden, nehmen Sie ihn in den SPF-Eintrag von {domain} auf. Sonst behandeln Sie die Nachricht als gefälscht."
  ],
  spf_pass_all: [
    "SPF ist nur bestanden, weil {domain} jedem Server erlaubt, in ihrem Namen zu senden ({term}).",
    "Ersetzen Sie die Angabe durch die Server, die für {domain} senden, und beenden Sie den Eintrag mit -all. Bis dahin sagt das Ergebnis nichts."
  ],
  spf_softfail: [
    "{ip} darf wahrscheinlich nicht für {domain} senden.",
    "Wenn Sie diesen Server verwenden, nehmen Sie ihn in den SPF-Eintrag von {domain} auf."
  ],
  spf_neutral: [
    "Der SPF-Eintrag von {domain} sagt nichts über {ip}.",
    "Nehmen Sie den Server in den SPF-Eintrag von {domain} auf, und beenden Sie den Eintrag mit ~all oder -all."
  ],
  spf_none: [
    "{domain} hat keinen SPF-Eintrag.",
    "Veröffentlichen Sie einen SPF-Eintrag mit allen Servern, die für {domain} senden."
  ],
  spf_permerror: [
    "Der SPF-Eintrag von {domain} ist ungültig: {detail}",
    "Berichtigen Sie den Eintrag. Die Prüfung der Domain zeigt den richtigen."
  ],
  spf_temperror: ["Das SPF-Ergebnis von {domain} ist nicht bekannt: {detail}", LATER],
  dkim_none: [
    "Die Nachricht hat keine DKIM-Signatur.",
    "Schalten Sie DKIM in dem Programm oder bei dem Anbieter ein, der Ihre Nachrichten sendet."
  ],
  dkim_body_changed: [
    "Der Inhalt wurde geändert, nachdem {domain} ihn signiert hat.",
    "Suchen Sie, was Nachrichten nach dem Signieren ändert: eine Fußzeile, ein Virenscanner oder eine Mailingliste."
  ],
  dkim_headers_changed: [
    "Die Signatur von {domain} passt nicht: Ein signierter Header oder der Schlüssel wurde geändert.",
    "Vergleichen Sie den Schlüssel an {name} mit dem des signierenden Programms, und signieren Sie nach allen Änderungen der Header."
  ],
  dkim_key_mismatch: [
    "Die Signatur von {domain} stammt nicht vom Schlüssel an {name}.",
    "Veröffentlichen Sie den Schlüssel des signierenden Programms an {name}. Bei einer alten Nachricht kann er inzwischen ersetzt sein."
  ],
  dkim_expired: [
    "Die Signatur von {domain} ist abgelaufen.",
    "Bei einer alten Nachricht ist das normal. Sonst lassen Sie Signaturen mindestens eine Woche gelten."
  ],
  dkim_key_missing: [
    "An {name} ist kein DKIM-Schlüssel veröffentlicht.",
    "Veröffentlichen Sie den Schlüssel des signierenden Programms an {name}. Bei einer alten Nachricht kann er inzwischen entfernt sein."
  ],
  dkim_key_revoked: [
    "Der DKIM-Schlüssel an {name} wurde widerrufen.",
    "Signieren Sie mit einem Selektor, dessen Schlüssel veröffentlicht ist."
  ],
  dkim_key_invalid: [
    "Der DKIM-Schlüssel an {name} ist nicht verwendbar: {detail}",
    "Veröffentlichen Sie den Schlüssel noch einmal, genau so, wie das signierende Programm ihn zeigt."
  ],
  dkim_key_length: ["Der DKIM-Schlüssel an {name} hat eine Länge, die Empfänger nicht annehmen: {detail}", NEW_KEY],
  dkim_key_short: ["Der DKIM-Schlüssel an {name} hat nur {bits} Bit.", NEW_KEY],
  dkim_sha1: [
    "Die Signatur von {domain} verwendet SHA-1. Empfänger beachten sie nicht.",
    "Stellen Sie das signierende Programm auf rsa-sha256 um."
  ],
  dkim_syntax: [
    "Eine DKIM-Signatur ist nicht verwendbar: {detail}",
    "Aktualisieren oder berichtigen Sie das signierende Programm."
  ],
  dkim_from_not_signed: [
    "Die Signatur von {domain} umfasst den Header From nicht. Empfänger beachten sie nicht.",
    "Nehmen Sie From in die signierten Header auf."
  ],
  dkim_unanswered: ["Das Ergebnis der Signatur von {domain} ist nicht bekannt: {detail}", LATER],
  dkim_partial_body: [
    "Die Signatur von {domain} lässt {count} Byte des Inhalts aus. Wer will, kann sie ersetzen.",
    "Signieren Sie ohne begrenzte Länge (Tag l=)."
  ],
  dkim_headers_unsigned: [
    "Keine der gültigen Signaturen umfasst {names}.",
    "Nehmen Sie diese Header in die signierten auf."
  ],
  dkim_testing: [
    "Der Schlüssel an {name} ist als Test gekennzeichnet (t=y).",
    "Entfernen Sie t=y aus dem Eintrag, sobald das Signieren funktioniert."
  ],
  dkim_several_keys: [
    "An {name} gibt es {count} Schlüssel, und Empfänger verwenden irgendeinen davon.",
    "Entfernen Sie an {name} alle Einträge außer dem verwendeten."
  ],
  dkim_too_many: [
    "{count} weitere Signaturen wurden nicht geprüft.",
    "Entfernen Sie Signaturen, die kein Empfänger braucht."
  ],
  dkim_header_limit: [
    "Die Signatur von {domain} wurde nicht geprüft, weil es zu viele Header gibt.",
    "Entfernen Sie Header, bis es weniger als 1.000 und zusammen 256 KiB sind."
  ],
  dmarc_fail: [
    "Die Nachricht besteht DMARC nicht. {domain} bittet Empfänger, sie {action}.",
    "Signieren Sie mit DKIM als {domain}, oder senden Sie von einem Server in ihrem SPF-Eintrag mit einer Adresse der Domain {domain} in MAIL FROM."
  ],
  dmarc_none: [
    "{domain} hat keinen DMARC-Eintrag.",
    "Veröffentlichen Sie den Eintrag, und ergänzen Sie danach eine Adresse für Berichte."
  ],
  dmarc_policy_none: [
    "Die DMARC-Richtlinie von {domain} ist none. Empfänger halten gefälschte Nachrichten nicht auf.",
    "Wenn die Berichte zeigen, dass alle Ihre Absender bestehen, ändern Sie die Richtlinie in quarantine."
  ],
  dmarc_unknown: [
    "Das DMARC-Ergebnis ist nicht bekannt: {detail}",
    "Prüfen Sie noch einmal mit der IP-Adresse des sendenden Servers, oder später, wenn das DNS nicht antwortete."
  ],
  dmarc_no_author: [
    "DMARC gilt nicht, weil es nicht genau einen Header From gibt, dessen Adressen alle dieselbe Domain haben.",
    "Schreiben Sie einen Header From mit einer Adresse."
  ],
  spf_not_aligned: [
    "SPF ist für {other} bestanden. Das ist nicht die Domain des Absenders ({domain}).",
    "Lassen Sie Ihren Anbieter eine Adresse der Domain {domain} in MAIL FROM verwenden (eigener Return-Path)."
  ],
  dkim_not_aligned: [
    "DKIM ist für {other} bestanden. Das ist nicht die Domain des Absenders ({domain}).",
    "Richten Sie bei Ihrem Anbieter das Signieren mit der Domain {domain} ein."
  ],
  arc_fail: [
    "Die ARC-Kette ist unterbrochen: {detail}",
    "Bitten Sie den Dienst, der die Nachricht zuletzt weitergeleitet hat, sein Siegel zu berichtigen."
  ],
  arc_unknown: ["Die ARC-Kette wurde nicht geprüft: {detail}", null],
  unsubscribe_missing: [
    "Die Nachricht geht an viele Empfänger, hat aber keinen Header List-Unsubscribe.",
    "Ergänzen Sie List-Unsubscribe mit einer https-Adresse, und List-Unsubscribe-Post: List-Unsubscribe=One-Click."
  ],
  unsubscribe_malformed: [
    "Der Header List-Unsubscribe ist keine Liste von Adressen in spitzen Klammern.",
    "Schreiben Sie einen Header wie List-Unsubscribe: <https://example.com/u/1>."
  ],
  unsubscribe_no_https: [
    "List-Unsubscribe hat keine https-Adresse. Das Abmelden mit einem Klick funktioniert nicht.",
    "Ergänzen Sie eine https-Adresse, die nach einer Anfrage mit POST abmeldet."
  ],
  unsubscribe_no_post: [
    "Es gibt keinen Header List-Unsubscribe-Post. Das Abmelden mit einem Klick funktioniert nicht.",
    "Ergänzen Sie den Header List-Unsubscribe-Post: List-Unsubscribe=One-Click."
  ],
  unsubscribe_post_malformed: [
    "List-Unsubscribe-Post muss einmal vorkommen und genau List-Unsubscribe=One-Click lauten.",
    "Schreiben Sie den Header List-Unsubscribe-Post: List-Unsubscribe=One-Click."
  ],
  unsubscribe_not_signed: [
    "Keine der gültigen DKIM-Signaturen umfasst List-Unsubscribe und List-Unsubscribe-Post.",
    "Nehmen Sie beide in die signierten Header auf."
  ],
  from_missing: ["Es gibt keinen Header From.", "Ergänzen Sie einen Header From mit einer Adresse."],
  from_repeated: [
    "Es gibt {count} Header From. E-Mail-Programme zeigen verschiedene Absender.",
    "Senden Sie genau einen Header From."
  ],
  from_malformed: [
    "Der Header From ist keine gültige Adresse.",
    'Schreiben Sie den Header als From: "Name" <name@example.com>.'
  ],
  from_several: [
    "Der Header From hat {count} Adressen. Viele Empfänger nehmen das nicht an.",
    "Verwenden Sie in From eine Adresse."
  ],
  from_name_address: [
    "Der Anzeigename zeigt die Adresse {shown}, aber die Nachricht stammt von {domain}.",
    `Verwenden Sie einen Namen ohne Adresse. ${FORGED}`
  ],
  from_name_host: [
    "Der Anzeigename ist {shown}, aber die Nachricht stammt von {domain}.",
    `Verwenden Sie einen Namen, der kein anderer Host ist. ${FORGED}`
  ],
  hidden_characters: [
    "{names} enthält unsichtbare Zeichen, die Text verbergen oder umkehren.",
    "Entfernen Sie diese Zeichen."
  ],
  reply_to_other_domain: [
    "Antworten gehen an {other}, aber der Absender gehört zu {domain}.",
    "Verwenden Sie in Reply-To eine Adresse der Domain des Absenders."
  ],
  sender_malformed: [
    "Der Header Sender ist keine einzelne gültige Adresse.",
    "Berichtigen oder entfernen Sie den Header."
  ],
  date_missing: ["Es gibt keinen Header Date.", "Ergänzen Sie den Header Date, wenn die Nachricht entsteht."],
  date_malformed: [
    "Der Header Date ist kein gültiges Datum.",
    "Schreiben Sie das Datum als Sat, 21 Nov 2026 08:15:00 +0000."
  ],
  date_future: [
    "Der Header Date liegt mehr als einen Tag in der Zukunft.",
    "Stellen Sie Uhr und Zeitzone des sendenden Servers."
  ],
  message_id_missing: [
    "Es gibt keinen Header Message-ID.",
    "Ergänzen Sie eine Message-ID, die für jede Nachricht eine andere ist."
  ],
  message_id_malformed: [
    "Die Message-ID hat nicht die Form <unique@domain>.",
    "Schreiben Sie den Header als Message-ID: <unique@example.com>."
  ],
  subject_missing: ["Die Nachricht hat keinen Betreff.", "Ergänzen Sie einen Betreff."],
  recipient_missing: ["Es gibt keinen Header To, Cc oder Bcc.", "Ergänzen Sie den Empfänger im Header To."],
  header_repeated: [
    "{names} darf nur einmal vorkommen.",
    "Entfernen Sie die überzähligen Header. Nennen Sie jeden Namen in der Signatur einmal mehr, als er vorkommt, damit niemand einen weiteren ergänzen kann."
  ],
  header_malformed: [
    "{count} Zeilen vor dem Inhalt sind keine Header.",
    "Trennen Sie Header und Inhalt durch eine leere Zeile."
  ],
  header_limit: [
    "Die Header sind größer als 256 KiB oder mehr als 1.000. Der Rest wurde nicht gelesen.",
    "Entfernen Sie Header."
  ],
  header_not_ascii: [
    "Die Header enthalten andere Zeichen als ASCII. Das nehmen nur Server mit SMTPUTF8 an.",
    "Kodieren Sie die Header (RFC 2047)."
  ],
  line_too_long: [
    "Eine Zeile hat {count} Byte, erlaubt sind 998.",
    "Brechen Sie lange Header um, und senden Sie den Inhalt als quoted-printable oder base64."
  ],
  line_ends_mixed: [
    "Die Nachricht mischt Zeilenenden (CRLF neben einzelnen CR oder LF). Das zerstört Signaturen.",
    "Beenden Sie jede Zeile mit CRLF."
  ],
  link_shows_other_host: [
    "Der Text eines Links zeigt {shown}, aber der Link führt zu {host}.",
    "Verlinken Sie die Adresse, die der Text zeigt, oder wählen Sie einen anderen Text. Wenn Sie die Nachricht nicht gesendet haben, öffnen Sie den Link nicht."
  ],
  text_part_missing: [
    "Die Nachricht hat einen HTML-Teil, aber keinen Textteil.",
    "Senden Sie multipart/alternative mit demselben Inhalt als Text."
  ],
  body_empty: ["Die Nachricht hat keinen Inhalt.", "Ergänzen Sie einen Inhalt."],
  mime_version_missing: [
    "Es gibt einen Header Content-Type, aber keinen Header MIME-Version.",
    "Ergänzen Sie den Header MIME-Version: 1.0."
  ],
  multipart_broken: [
    "Ein mehrteiliger Inhalt enthält seine eigene Grenze nicht. E-Mail-Programme zeigen nichts an.",
    "Erzeugen Sie die Nachricht mit einer gepflegten Bibliothek."
  ],
  attachment_executable: [
    "Große Anbieter nehmen den Anhang {names} nicht an.",
    "Senden Sie stattdessen einen Link zur Datei."
  ],
  encoding_undeclared: [
    "Der Inhalt hat Bytes über 127, ist aber als 7bit angegeben.",
    "Senden Sie den Inhalt als quoted-printable oder base64."
  ],
  nul_octets: [
    "Die Nachricht enthält NUL-Bytes, die manche Server entfernen oder ablehnen.",
    "Senden Sie binären Inhalt als base64."
  ],
  content_limit: [
    "Die Nachricht hat mehr als 200 Teile oder 16 Ebenen. Der Rest wurde nicht gelesen.",
    "Senden Sie weniger Teile."
  ]
}
