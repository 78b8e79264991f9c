import type { SimulationsWords } from "./simulationsEn.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The texts of the screens of simulations in German. */
export const simulationsDe: SimulationsWords = {
  title: "Simulationen",
  create: "Neue Simulation",
  credits: (count) => `${count} Guthaben`,
  columns: { name: "Kampagne", status: "Status", prospects: "Empfänger", credits: "Guthaben", created: "Begonnen" },
  status: {
    queued: "Wartet",
    processing: "Läuft",
    completed: "Fertig",
    failed: "Gescheitert",
    expired: "Abgelaufen"
  },
  welcome: {
    title: "Sagen Sie eine Kampagne voraus, bevor Sie sie senden",
    hint: "Wählen Sie die sendenden Domains und die Empfänger. Mon fragt ihre E-Mail-Einrichtung ab und sagt voraus, wie viele E-Mails im Posteingang ankommen, wo sie scheitern und was zu ändern ist. Es wird keine E-Mail gesendet.",
    steps: [
      ["Absender", "Wählen Sie eigene Domains oder fügen Sie andere ein."],
      ["Empfänger", "Fügen Sie Adressen ein oder ziehen Sie eine CSV-Datei hierher."],
      ["Preis", "Sie sehen das benötigte Guthaben vor dem Start."]
    ]
  },
  older: "Ältere Simulationen",
  wizard: {
    name: "Name der Kampagne",
    nameHint: "Freiwillig.",
    senders: "Absender",
    sendersHint: "Die Domains, die die Kampagne senden.",
    own: "Ihre Domains",
    find: "Eine Ihrer Domains suchen",
    paste: "Andere Domains, eine je Zeile",
    senderCount: (count) => `${count} ${plural(count, "Domain sendet", "Domains senden")}`,
    prospects: "Empfänger",
    prospectsHint: "Fügen Sie Adressen oder Domains ein, oder ziehen Sie eine CSV- oder Textdatei hierher.",
    choose: "Datei wählen",
    reading: "Wird gelesen…",
    notReadable: "Diese Datei lässt sich nicht als Text lesen.",
    column: "Spalte mit den Adressen",
    columnName: (number) => `Spalte ${number}`,
    entries: (count) => `${count} Einträge`,
    unique: (count) => `${count} verschiedene`,
    duplicates: (count) => `${count} doppelt`,
    invalid: (count) => `${count} ungültig`,
    invalidExamples: (examples) => `Keine Adresse: ${examples}`,
    tooMany: (limit) => `Eine Simulation hat höchstens ${limit} Einträge. Der Rest wird weggelassen.`,
    freeMailbox: (count) => `${count} bei öffentlichen Postfachanbietern, kostenlos`,
    disposable: (count) => `${count} Wegwerfadressen`,
    price: "Preis",
    priceHint:
      "Ein Guthaben für jede verschiedene Domain der Absender und Empfänger. Öffentliche Postfachanbieter sind kostenlos.",
    calculating: "Wird berechnet…",
    needBoth: "Wählen Sie Absender und Empfänger, um den Preis zu sehen.",
    cost: (credits, balance) => `${credits} Guthaben, Sie haben ${balance}`,
    missing: (credits) => `Es fehlen ${credits} Guthaben.`,
    buy: "Guthaben kaufen",
    start: "Starten",
    startFor: (credits) => `Für ${credits} Guthaben starten`,
    starting: "Wird gestartet…",
    again: "Absender und Empfänger der früheren Simulation sind eingetragen."
  },
  running: {
    title: "Läuft",
    phases: {
      queued: "Wartet auf einen freien Platz",
      dns: "Domains werden abgefragt",
      model: "Die Vorhersage wird berechnet",
      done: "Fertig"
    },
    done: (done, total) => `${done} von ${total} Domains`,
    eta: (duration) => `noch etwa ${duration}`,
    leave: "Sie können diese Seite verlassen. Die Simulation läuft weiter, das Ergebnis wird hier gespeichert."
  },
  failed: (why) => `Die Simulation ist gescheitert: ${why} Das Guthaben wurde erstattet.`,
  expired: "Die Ergebnisse dieser Simulation sind nicht mehr gespeichert.",
  result: {
    outcome: "Erwartetes Ergebnis",
    emails: (count) => `${count} E-Mails`,
    inboxRate: (rate) => `${rate} kommen im Posteingang an`,
    range: (low, high) => `zwischen ${low} und ${high}`,
    confidence: { high: "hohe Sicherheit", medium: "mittlere Sicherheit", low: "geringe Sicherheit" },
    outcomes: { inbox: "Posteingang", spam: "Spam", reject: "Abgelehnt", bounce: "Unzustellbar" },
    days: (days) => `${days} ${plural(days, "Tag", "Tage")} zum Senden`,
    perDay: (count) => `${count} E-Mails am Tag`,
    unsent: (count) => `${count} Empfänger haben keinen Absender`,
    suggestions: "Was zu ändern ist",
    noSuggestions: "Nichts zu ändern. Die Absender sind gut eingerichtet.",
    gain: (count) => `+${count} im Posteingang`,
    source: "Quelle",
    severity: { critical: "Kritisch", high: "Hoch", medium: "Mittel", low: "Niedrig" },
    moreSuggestions: (count) => `${count} weitere`,
    heat: "Posteingang nach Absender und Empfänger",
    heatColumns: { google: "Google", microsoft: "Microsoft", gateway: "Gateways", other: "Andere", all: "Alle" },
    senders: "Absender",
    senderColumns: {
      rank: "Rang",
      domain: "Absender",
      grade: "E-Mail",
      inbox: "Posteingang",
      assigned: "Empfänger",
      capacity: "Am Tag",
      days: "Tage",
      issues: "Zu ändern"
    },
    sortBy: (column) => `Nach ${column} sortieren`,
    receivers: "Empfängerseite",
    provider: "Anbieter",
    classOf: "Art",
    receiverColumns: { prospects: "Empfänger", share: "Anteil", inbox: "Posteingang" },
    classes: "Einträge",
    csv: { campaign: "Alle Empfänger (CSV)", sender: "Absender (CSV)", suggestion: "Vorschläge (CSV)" },
    share: "Teilen",
    shareTitle: "Diese Ergebnisse teilen",
    shareHint: "Wer den Link öffnet, braucht einen Code. Mon schickt Ihnen den Code per E-Mail, Sie geben ihn weiter.",
    shareCreate: "Link erstellen",
    shareRenew: "Link ersetzen",
    shareRenewHint: "Alle früheren Links und Codes enden sofort.",
    shareLink: "Link",
    again: "Noch einmal",
    quality: "Worauf die Vorhersage beruht",
    unanswered: (count) => `${count} Domains haben nicht alle DNS-Fragen beantwortet.`,
    hidden: (count) => `${count} Empfänger könnten hinter Filtern liegen, die das DNS nicht zeigt.`,
    notSeen: (things) => `Im DNS nicht zu sehen: ${things}.`
  }
}
