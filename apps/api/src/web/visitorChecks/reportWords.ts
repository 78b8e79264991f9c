import type { Language } from "@mon/model"

type Component = "mx" | "spf" | "dkim" | "dmarc" | "blacklist"
type Status = "ok" | "warn" | "fail" | "unknown"
type Severity = "critical" | "high" | "medium" | "low" | "info"

interface Words {
  readonly components: Readonly<Record<Component, readonly [title: string, about: string]>>
  readonly statuses: Readonly<Record<Status, string>>
  readonly severities: Readonly<Record<Severity, string>>
  readonly parked: (domain: string) => string
  readonly noGrade: string
  readonly grade: string
  readonly points: (score: number) => string
  readonly checked: string
  readonly incomplete: string
  readonly parts: string
  readonly caption: string
  readonly columns: Readonly<Record<"part" | "result" | "points" | "weight", string>>
  readonly findings: string
  readonly nothing: string
  readonly more: (count: number) => string
  readonly steps: string
  readonly order: string
  readonly remove: string
  readonly ttl: (seconds: number) => string
  readonly inForm: (provider: string) => string
  readonly type: string
  readonly name: string
  readonly replaces: string
  readonly foreign: string
}

export const reportWords: Readonly<Record<Language, Words>> = {
  en: {
    components: {
      mx: ["MX", "who receives email"],
      spf: ["SPF", "who may send email"],
      dkim: ["DKIM", "how email is signed"],
      dmarc: ["DMARC", "what happens to forged email"],
      blacklist: ["Blacklists", "whether the mail hosts are listed"]
    },
    statuses: { ok: "Good", warn: "Needs attention", fail: "Bad", unknown: "Unknown" },
    severities: { critical: "Critical", high: "High", medium: "Medium", low: "Low", info: "Note" },
    parked: (domain) => `${domain} says in DNS that it neither receives nor sends email.`,
    noGrade: "DNS did not respond, so there is no grade.",
    grade: "Grade",
    points: (score) => `${score} of 100`,
    checked: "Checked",
    incomplete: "Some DNS servers did not respond, so parts of the result are unknown. Check again in a minute.",
    parts: "The five parts",
    caption: "Results of the parts",
    columns: { part: "Part", result: "Result", points: "Points", weight: "Weight" },
    findings: "Findings",
    nothing: "Nothing to improve.",
    more: (count) => `And ${count} more.`,
    steps: "What to do",
    order: "Each step is safe once the step before it is done.",
    remove: "Delete the record.",
    ttl: (seconds) => `TTL: ${seconds} s`,
    inForm: (provider) => `In ${provider}'s form:`,
    type: "Type",
    name: "Name",
    replaces: "It replaces:",
    foreign: "This record belongs in someone else's zone. Ask the zone's owner to publish it."
  },
  de: {
    components: {
      mx: ["MX", "wer E-Mails empfängt"],
      spf: ["SPF", "wer E-Mails senden darf"],
      dkim: ["DKIM", "wie E-Mails signiert sind"],
      dmarc: ["DMARC", "was mit gefälschten E-Mails geschieht"],
      blacklist: ["Sperrlisten", "ob die Mailserver eingetragen sind"]
    },
    statuses: { ok: "In Ordnung", warn: "Verbesserbar", fail: "Zu korrigieren", unknown: "Unbekannt" },
    severities: { critical: "Kritisch", high: "Hoch", medium: "Mittel", low: "Niedrig", info: "Hinweis" },
    parked: (domain) => `${domain} gibt im DNS an, dass sie weder E-Mails empfängt noch sendet.`,
    noGrade: "Keine Note: Das DNS hat nicht geantwortet.",
    grade: "Note",
    points: (score) => `${score} von 100`,
    checked: "Geprüft:",
    incomplete:
      "Einige DNS-Server haben nicht geantwortet, Teile des Ergebnisses sind daher unbekannt. Prüfen Sie in einer Minute neu.",
    parts: "Die fünf Teile",
    caption: "Ergebnisse der Teile",
    columns: { part: "Teil", result: "Ergebnis", points: "Punkte", weight: "Gewicht" },
    findings: "Befunde",
    nothing: "Nichts zu verbessern.",
    more: (count) => `Und ${count} weitere.`,
    steps: "Was zu tun ist",
    order: "Jeder Schritt ist sicher, sobald der vorige getan ist.",
    remove: "Löschen Sie den Eintrag.",
    ttl: (seconds) => `TTL: ${seconds} s`,
    inForm: (provider) => `Im Formular von ${provider}:`,
    type: "Typ",
    name: "Host",
    replaces: "Er ersetzt:",
    foreign: "Dieser Eintrag gehört in die Zone von jemand anderem. Bitten Sie ihren Inhaber, ihn zu veröffentlichen."
  }
}
