import type { SimulationResultRecord as Results } from "@mon/api-contract"
import type { Language } from "@mon/model"

type Outcome = keyof Results["summary"]["expected"]

interface Words {
  readonly title: string
  readonly wrongCode: string
  readonly code: string
  readonly codeHint: string
  readonly show: string
  readonly send: string
  readonly sendAgain: string
  readonly sent: string
  readonly needsCode: string
  readonly tooSoon: (wait: string) => string
  readonly running: string
  readonly from: string
  readonly summary: string
  readonly range: (low: string, high: string, confidence: Results["summary"]["confidence"]) => string
  readonly inInbox: string
  readonly prospects: string
  readonly unique: (count: string) => string
  readonly domains: string
  readonly senders: string
  readonly perDay: (count: string) => string
  readonly days: string
  readonly unsent: (count: string) => string
  readonly outcome: string
  readonly noEmails: string
  readonly emails: (count: string) => string
  readonly outcomes: Readonly<Record<Outcome, string>>
  readonly outcomeCaption: string
  readonly columns: Readonly<Record<"outcome" | "emails" | "share", string>>
  readonly breakdowns: Readonly<Record<"providers" | "gateways" | "classes", readonly [title: string, column: string]>>
  readonly moreRows: (count: string) => string
  /** The names of the rows of a breakdown that are not services, by id. */
  readonly parts: ReadonlyMap<string, string>
  readonly sendingDomains: string
  readonly sendersCaption: string
  readonly senderColumns: Readonly<Record<"domain" | "grade" | "assigned" | "perDay" | "gateways" | "others", string>>
  readonly unknown: string
  /** The names of the states of SPF, DKIM and DMARC. */
  readonly states: ReadonlyMap<string, string>
  readonly routing: string
  readonly routingCaption: string
  readonly sender: string
  readonly whole: string
  readonly severities: Readonly<Record<Results["suggestions"][number]["severity"], string>>
  readonly gain: (count: string) => string
  readonly record: string
  readonly changes: string
  readonly nothing: string
  readonly quality: string
  readonly facts: Readonly<
    Record<"recognised" | "unanswered" | "unknown" | "incomplete" | "hidden" | "notSeen" | "model", string>
  >
  readonly prospectCount: (count: string) => string
  /** The names of the factors that a prediction ignores. A factor without an entry is not translated. */
  readonly things: ReadonlyMap<string, string>
}

export const shareWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "A shared campaign simulation",
    wrongCode:
      "That code is wrong or has expired. Each code works once, expires after 10 minutes and allows 3 attempts. Too many wrong codes lock the link.",
    code: "Code",
    codeHint: "Four digits.",
    show: "Show the results",
    send: "Send a code to the owner",
    sendAgain: "Send a new code",
    sent: "Unless this link is locked, we emailed a code to the owner of this campaign. Ask them for it.",
    needsCode:
      "To see the results, you need a four-digit code. We email it to the owner of this campaign, so ask them for it.",
    tooSoon: (wait) => `Too many codes were requested, so no code was sent. Try again in ${wait}.`,
    running: "This simulation is still running. Open the link again in a few minutes.",
    from: "Campaign simulation from",
    summary: "Summary",
    range: (low, high, confidence) => `${low} to ${high}, confidence ${confidence}`,
    inInbox: "Expected in the inbox",
    prospects: "Prospects",
    unique: (count) => `${count} unique`,
    domains: "Domains",
    senders: "Senders",
    perDay: (count) => `${count} emails a day`,
    days: "Days to send",
    unsent: (count) => `${count} not sent`,
    outcome: "Expected outcome",
    noEmails: "No emails would be sent.",
    emails: (count) => `${count} emails`,
    outcomes: { inbox: "Inbox", spam: "Spam folder", reject: "Rejected", bounce: "Bounced" },
    outcomeCaption: "Expected outcome of all emails",
    columns: { outcome: "Outcome", emails: "Emails", share: "Share" },
    breakdowns: {
      providers: ["Mailbox providers", "Provider"],
      gateways: ["Mail gateways", "Gateway"],
      classes: ["Entry types", "Class"]
    },
    moreRows: (count) => `${count} more are in the campaign CSV.`,
    parts: new Map(),
    sendingDomains: "Sending domains",
    sendersCaption: "Sending domains by rank",
    senderColumns: {
      domain: "Domain",
      grade: "Grade",
      assigned: "Assigned",
      perDay: "Emails a day",
      gateways: "Gateways",
      others: "Others"
    },
    unknown: "unknown",
    states: new Map(),
    routing: "Who should send how much",
    routingCaption: "Prospects per sender in the best routing",
    sender: "Sender",
    whole: "The whole campaign",
    severities: { critical: "critical", high: "high", medium: "medium", low: "low" },
    gain: (count) => `about ${count} more in inboxes`,
    record: "DNS record",
    changes: "What to change",
    nothing: "We found nothing to fix in DNS.",
    quality: "Data quality",
    facts: {
      recognised: "Receivers recognised",
      unanswered: "Domains without a DNS response",
      unknown: "Domains of unknown kind",
      incomplete: "Senders with incomplete data",
      hidden: "Hidden filters possible",
      notSeen: "Not measured",
      model: "Model"
    },
    prospectCount: (count) => `${count} prospects`,
    things: new Map()
  },
  de: {
    title: "Eine geteilte Simulation",
    wrongCode:
      "Der Code ist falsch oder abgelaufen. Jeder Code gilt einmal, 10 Minuten lang und für 3 Versuche. Zu viele falsche Codes sperren den Link.",
    code: "Code",
    codeHint: "Vier Ziffern.",
    show: "Ergebnisse zeigen",
    send: "Code an den Inhaber senden",
    sendAgain: "Neuen Code senden",
    sent: "Wenn dieser Link nicht gesperrt ist, haben wir dem Inhaber dieser Kampagne einen Code gemailt. Fragen Sie ihn danach.",
    needsCode:
      "Für die Ergebnisse brauchen Sie einen Code aus vier Ziffern. Wir mailen ihn dem Inhaber dieser Kampagne. Fragen Sie ihn danach.",
    tooSoon: (wait) =>
      `Es wurden zu viele Codes angefordert, deshalb wurde keiner gesendet. Versuchen Sie es in ${wait} noch einmal.`,
    running: "Diese Simulation läuft noch. Öffnen Sie den Link in einigen Minuten noch einmal.",
    from: "Simulation vom",
    summary: "Zusammenfassung",
    range: (low, high, confidence) =>
      `${low} bis ${high}, ${{ high: "hohe", medium: "mittlere", low: "geringe" }[confidence]} Sicherheit`,
    inInbox: "Im Posteingang erwartet",
    prospects: "Empfänger",
    unique: (count) => `${count} verschiedene`,
    domains: "Domains",
    senders: "Absender",
    perDay: (count) => `${count} E-Mails am Tag`,
    days: "Tage zum Senden",
    unsent: (count) => `${count} nicht gesendet`,
    outcome: "Erwartetes Ergebnis",
    noEmails: "Es würden keine E-Mails gesendet.",
    emails: (count) => `${count} E-Mails`,
    outcomes: { inbox: "Posteingang", spam: "Spam", reject: "Abgelehnt", bounce: "Unzustellbar" },
    outcomeCaption: "Erwartetes Ergebnis aller E-Mails",
    columns: { outcome: "Ergebnis", emails: "E-Mails", share: "Anteil" },
    breakdowns: {
      providers: ["Postfachanbieter", "Anbieter"],
      gateways: ["Mail-Gateways", "Gateway"],
      classes: ["Einträge", "Art"]
    },
    moreRows: (count) => `${count} weitere stehen in der CSV-Datei der Kampagne.`,
    parts: new Map([
      ["valid", "Nimmt E-Mails an"],
      ["free_mailbox", "Kostenloses Postfach"],
      ["disposable", "Wegwerfadresse"],
      ["invalid", "Weder Adresse noch Domain"],
      ["dead", "Nimmt keine E-Mails an"],
      ["none", "Nimmt keine E-Mails an"],
      ["parked", "Geparkt"],
      ["unknown", "Keine Antwort"],
      ["duplicate", "Doppelt"],
      ["other", "Andere"]
    ]),
    sendingDomains: "Sendende Domains",
    sendersCaption: "Sendende Domains nach Rang",
    senderColumns: {
      domain: "Domain",
      grade: "Note",
      assigned: "Empfänger",
      perDay: "E-Mails am Tag",
      gateways: "Gateways",
      others: "Andere"
    },
    unknown: "unbekannt",
    states: new Map([
      ["ok", "in Ordnung"],
      ["found", "gefunden"],
      ["enforced", "durchgesetzt"],
      ["pass_all", "erlaubt alle"],
      ["weak", "schwach"],
      ["broken", "fehlerhaft"],
      ["missing", "fehlt"],
      ["unknown", "unbekannt"]
    ]),
    routing: "Wer wie viel senden sollte",
    routingCaption: "Empfänger je Absender bei bester Verteilung",
    sender: "Absender",
    whole: "Die ganze Kampagne",
    severities: { critical: "kritisch", high: "hoch", medium: "mittel", low: "niedrig" },
    gain: (count) => `etwa ${count} mehr im Posteingang`,
    record: "DNS-Eintrag",
    changes: "Was zu ändern ist",
    nothing: "Wir haben im DNS nichts zu korrigieren gefunden.",
    quality: "Worauf die Vorhersage beruht",
    facts: {
      recognised: "Erkannte Empfänger",
      unanswered: "Domains ohne Antwort vom DNS",
      unknown: "Domains unbekannter Art",
      incomplete: "Absender mit unvollständigen Daten",
      hidden: "Verborgene Filter möglich",
      notSeen: "Nicht gemessen",
      model: "Modell"
    },
    prospectCount: (count) => `${count} Empfänger`,
    things: new Map([
      ["content", "Inhalt"],
      ["list quality", "Qualität der Liste"],
      ["warm-up", "Aufwärmen"],
      ["sending history", "frühere Sendungen"],
      ["catch-all", "Catch-all"],
      ["whether a mailbox exists", "ob es ein Postfach gibt"],
      ["filters without MX records", "Filter ohne MX-Einträge"]
    ])
  }
}
