import type { EmailMessageError, MessageReport } from "@mon/email-health/effect"
import type { Language } from "@mon/model"

/** The results of SPF, DKIM, DMARC and ARC that have names. Any other result is shown as unknown. */
export type Result = "pass" | "fail" | "softfail" | "permerror" | "neutral" | "none" | "not_checked" | "not_applicable"

interface Words {
  readonly title: string
  readonly lead: string
  readonly free: string
  readonly emailHealth: string
  readonly refusals: Readonly<Record<EmailMessageError["reason"], string>>
  readonly file: string
  readonly fileHint: string
  readonly source: string
  readonly sourceHint: string
  readonly ip: string
  readonly ipHint: string
  readonly mailFrom: string
  readonly mailFromHint: string
  readonly check: string
  readonly resultTitle: string
  readonly result: string
  readonly again: string
  readonly verdicts: Readonly<Record<MessageReport["verdict"], string>>
  readonly results: Readonly<Record<Result | "unknown", string>>
  readonly aligned: string
  readonly notAligned: string
  readonly authentication: string
  readonly authenticationCaption: string
  readonly columns: Readonly<Record<"part" | "result" | "alignment" | "detail", string>>
  readonly alignment: string
  readonly noRecord: string
  readonly policy: (policy: string) => string
  readonly publish: (type: string) => string
  readonly findings: string
  readonly nothing: string
  readonly clocks: string
  readonly unknownHost: string
  readonly hops: string
  readonly hopsHint: string
  readonly hopsCaption: string
  readonly hopColumns: Readonly<Record<"from" | "to" | "time" | "delay", string>>
  readonly from: string
  readonly noAuthor: string
  readonly sent: string
}

export const emailMessageWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "Email message check",
    lead: "Did a message really come from its sender? See the SPF, DKIM and DMARC results and their alignment, the servers that passed the message on, and misleading links and names.",
    free: "Free, with no account needed. We do not store the message, and do not open anything in it. We only read public DNS.",
    emailHealth: "Check a domain's email health",
    refusals: {
      EmptyMessage: "Choose a file, or paste the source of a message.",
      TooLarge: "The message is larger than 1 MiB.",
      InvalidClientIp: "Enter an IPv4 or IPv6 address, or leave the field empty.",
      InvalidHelo: "The name of the sending server is not valid.",
      InvalidMailFrom: "Enter an email address, or leave the field empty."
    },
    file: "File",
    fileHint: "A saved message such as message.eml, at most 1 MiB. You can also drop it on the button.",
    source: "Or the source of the message",
    sourceHint: "Headers and body, as your email program shows them with “Show original”.",
    ip: "IP address of the sending server",
    ipHint:
      "The topmost Received header of your server contains this address in brackets. Without the address, SPF is not checked.",
    mailFrom: "MAIL FROM address",
    mailFromHint: "Default: the address in Return-Path.",
    check: "Check the message",
    resultTitle: "Result of the email message check",
    result: "Result of the check",
    again: "Check another message",
    verdicts: {
      ok: "Mon found nothing wrong with this message.",
      warn: "The message needs attention.",
      fail: "The message has serious problems.",
      unknown: "Part of the result is unknown, because DNS did not respond."
    },
    results: {
      pass: "Passes",
      fail: "Fails",
      softfail: "Probably not allowed",
      permerror: "Not valid",
      neutral: "Says nothing",
      none: "Missing",
      not_checked: "Not checked",
      not_applicable: "Does not apply",
      unknown: "Unknown"
    },
    aligned: "Aligned",
    notAligned: "Not aligned",
    authentication: "Authentication",
    authenticationCaption: "Results of SPF, DKIM, DMARC and ARC",
    columns: { part: "Part", result: "Result", alignment: "Alignment with From", detail: "Detail" },
    alignment: "Alignment",
    noRecord: "no DMARC record",
    policy: (policy) => `policy ${policy}`,
    publish: (type) => `Publish this ${type} record at`,
    findings: "What to do",
    nothing: "There is nothing to do.",
    clocks: "clocks differ",
    unknownHost: "unknown",
    hops: "Servers on the way",
    hopsHint:
      "From the Received headers, oldest first. A sender can forge all headers before the one that your own server added.",
    hopsCaption: "Servers that passed the message on",
    hopColumns: { from: "From", to: "To", time: "Time", delay: "Delay" },
    from: "From",
    noAuthor: "no single author",
    sent: "Sent"
  },
  de: {
    title: "Prüfung einer Nachricht",
    lead: "Kam eine Nachricht wirklich von ihrem Absender? Sehen Sie ihre Ergebnisse von SPF, DKIM und DMARC und ob sie zu From passen, die Server auf dem Weg und Links und Namen, die täuschen.",
    free: "Kostenlos und ohne Konto. Wir speichern die Nachricht nicht und öffnen nichts darin. Wir lesen nur öffentliches DNS.",
    emailHealth: "E-Mail-Zustellbarkeit einer Domain prüfen",
    refusals: {
      EmptyMessage: "Wählen Sie eine Datei, oder fügen Sie den Quelltext einer Nachricht ein.",
      TooLarge: "Die Nachricht ist größer als 1 MiB.",
      InvalidClientIp: "Geben Sie eine IPv4- oder IPv6-Adresse ein, oder nichts.",
      InvalidHelo: "Der Name des sendenden Servers ist ungültig.",
      InvalidMailFrom: "Geben Sie eine E-Mail-Adresse ein, oder nichts."
    },
    file: "Datei",
    fileHint:
      "Eine gespeicherte Nachricht wie nachricht.eml, höchstens 1 MiB. Sie können sie auch auf den Knopf ziehen.",
    source: "Oder der Quelltext der Nachricht",
    sourceHint: "Kopfzeilen und Inhalt, wie Ihr E-Mail-Programm sie unter „Original anzeigen“ zeigt.",
    ip: "IP-Adresse des sendenden Servers",
    ipHint: "Sie steht in Klammern in der obersten Received-Zeile Ihres Servers. Ohne sie wird SPF nicht geprüft.",
    mailFrom: "Adresse in MAIL FROM",
    mailFromHint: "Standard: die Adresse in Return-Path.",
    check: "Nachricht prüfen",
    resultTitle: "Ergebnis der Prüfung einer Nachricht",
    result: "Ergebnis der Prüfung",
    again: "Andere Nachricht prüfen",
    verdicts: {
      ok: "Mon hat an dieser Nachricht nichts auszusetzen gefunden.",
      warn: "Die Nachricht braucht Aufmerksamkeit.",
      fail: "Die Nachricht hat ernste Probleme.",
      unknown: "Ein Teil des Ergebnisses ist unbekannt, weil das DNS nicht geantwortet hat."
    },
    results: {
      pass: "Bestanden",
      fail: "Nicht bestanden",
      softfail: "Wahrscheinlich nicht erlaubt",
      permerror: "Ungültig",
      neutral: "Sagt nichts aus",
      none: "Fehlt",
      not_checked: "Nicht geprüft",
      not_applicable: "Nicht anwendbar",
      unknown: "Unbekannt"
    },
    aligned: "Stimmt überein",
    notAligned: "Stimmt nicht überein",
    authentication: "Authentifizierung",
    authenticationCaption: "Ergebnisse von SPF, DKIM, DMARC und ARC",
    columns: { part: "Teil", result: "Ergebnis", alignment: "Übereinstimmung mit From", detail: "Einzelheiten" },
    alignment: "Übereinstimmung",
    noRecord: "kein DMARC-Eintrag",
    policy: (policy) => `Richtlinie ${policy}`,
    publish: (type) => `Veröffentlichen Sie diesen ${type}-Eintrag an`,
    findings: "Was zu tun ist",
    nothing: "Es gibt nichts zu tun.",
    clocks: "Uhren gehen verschieden",
    unknownHost: "unbekannt",
    hops: "Server auf dem Weg",
    hopsHint:
      "Aus den Received-Zeilen, die älteste zuerst. Zeilen vor der Ihres eigenen Servers kann ein Absender fälschen.",
    hopsCaption: "Server, die die Nachricht weitergegeben haben",
    hopColumns: { from: "Von", to: "An", time: "Zeit", delay: "Verzögerung" },
    from: "Von",
    noAuthor: "keinem einzelnen Absender",
    sent: "Gesendet:"
  }
}
