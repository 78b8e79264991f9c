import { textsOfKinds } from "../api/generalKinds.ts"
import { dative } from "./dative.ts"
import { bulk, domains } from "./domainList.de.ts"
import { form } from "./form.de.ts"
import { refusals } from "./refusals.de.ts"
import { germanMessage } from "./serviceMessages.de.ts"
import { advice, certProblem, contentFamily, contentFault, fault } from "./faults.de.ts"
import type { Catalogue } from "./catalogue.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** Returns "seit 3 Tagen" for the duration "3 Tage". */
const sinceText = (duration: string): string => `seit ${dative(duration)}`

export const de: Catalogue = {
  language: "de",
  app: "Mon",
  serviceMessage: germanMessage,
  nav: {
    main: "Hauptmenü",
    overview: "Übersicht",
    domains: "Domains",
    pages: "Seiten",
    ...textsOfKinds("screens", ({ german }) => german.nouns),
    incidents: "Störungen",
    notifications: "Benachrichtigungen",
    team: "Team",
    reports: "Berichte",
    maintenance: "Wartung",
    tags: "Tags",
    webhooks: "Webhooks",
    channels: "Alarmkanäle",
    alertSources: "Alarmquellen",
    routes: "Alarmwege",
    onCall: "Bereitschaft",
    statusPages: "Statusseiten",
    configFile: "Konfigurationsdatei",
    billing: "Abrechnung",
    keys: "API-Schlüssel",
    alerts: "Benachrichtigungen einstellen",
    account: "Konto",
    mail: "E-Mail-Zustellbarkeit",
    simulations: "Simulationen",
    add: "Monitore hinzufügen",
    more: "Mehr",
    settings: "Einstellungen",
    api: "API",
    signOut: "Abmelden",
    skip: "Zum Inhalt",
    search: "Suchen",
    theme: { system: "Farben: System", light: "Farben: hell", dark: "Farben: dunkel" },
    switchLanguage: "In English",
    downCount: (count) => `${count} nicht erreichbar`,
    unseenCount: (count) => `${count} ungesehene ${plural(count, "Änderung", "Änderungen")}`
  },
  bars: {
    stale: (time) => `Der Dienst antwortet nicht. Stand ${time}, neuer Versuch läuft.`,
    offline: (time) => `Sie sind offline. Stand ${time}.`,
    paused: (since, until) =>
      `Benachrichtigungen sind seit ${since} pausiert. Niemand wird benachrichtigt, ${
        until === null ? "bis sie fortgesetzt werden" : `bis ${until}`
      }.`,
    expired: (date) => `Ihr Tarif endete am ${date}. Was den Tarif Free übersteigt, ist angehalten.`,
    ends: (days) => `Ihr Tarif endet in ${days} ${plural(days, "Tag", "Tagen")}.`,
    renew: "Tarife vergleichen",
    doubt: (locations) =>
      `Das Netz von Mon selbst ist vielleicht gestört (${locations}). Bis das klar ist, werden Ausfälle nicht gemeldet.`,
    noMail: "Es ist kein Mailserver eingerichtet. E-Mails werden gespeichert und nicht gesendet.",
    outbox: "E-Mails lesen",
    refused: (addresses) =>
      `Ein Mailserver sagt, dass es ${addresses} nicht gibt. Dorthin werden keine Alarme gesendet.`,
    settings: "Einstellungen öffnen",
    resume: "Fortsetzen"
  },
  state: {
    up: "Erreichbar",
    refused: "Erreichbar, Browser lehnen das Zertifikat ab",
    degraded: "Beeinträchtigt",
    down: "Nicht erreichbar",
    unknown: "Noch kein Ergebnis",
    paused: "Pausiert",
    active: "Aktiv",
    changed: "Geändert",
    error: "Fehler"
  },
  grade: (grade) => `E-Mail-Note ${grade}`,
  noGrade: "E-Mail-Zustellbarkeit nicht geprüft",
  certProblem,
  fault,
  contentFault,
  contentFamily,
  problem: {
    title: "Das konnte nicht geladen werden",
    noAnswer: "Der Dienst antwortet nicht. Prüfen Sie Ihre Verbindung.",
    unexpected: "Im Dienst ist etwas schiefgegangen. Versuchen Sie es noch einmal.",
    again: "Noch einmal",
    kept: "Letzter bekannter Stand:",
    absent: "Nicht gefunden",
    absentHint: "Es existiert nicht, oder es ist nicht für Sie freigegeben.",
    toDomains: "Alle Domains"
  },
  toast: { undo: "Rückgängig", close: "Schließen", region: "Meldungen", undone: "Rückgängig gemacht." },
  arrival: {
    welcome: "Willkommen. Ihr Konto ist bereit.",
    password: "Ihr Passwort ist gesetzt, und Sie sind angemeldet.",
    joined: "Sie gehören jetzt zum Team."
  },
  move: { up: "Nach oben", down: "Nach unten" },
  dialog: { cancel: "Abbrechen", close: "Schließen" },
  overview: {
    title: "Übersicht",
    needs: "Jetzt zu tun",
    nothing: "Nichts zu tun",
    nothingHint: (count) =>
      `${count} ${plural(count, "Monitor hat kein bekanntes Problem", "Monitore haben kein bekanntes Problem")}.`,
    pending: (count) => `${count} ${plural(count, "Monitor hat", "Monitore haben")} noch kein Ergebnis.`,
    paused: (count) => `${count} ${plural(count, "Monitor ist", "Monitore sind")} pausiert.`,
    day: "Störungen der letzten 24 Stunden",
    incidents: (count) => `${count} Störungen`,
    moreMonitors: (count) => `${count} weitere ${plural(count, "Domain", "Domains")} unter Störungen`,
    noIncidents: "Keine Störung der letzten 24 Stunden bekannt.",
    flaps: (changes) => `${changes} Wechsel`,
    expiries: "Läuft in 30 Tagen ab",
    noExpiries: "Kein Ablauf in den nächsten 30 Tagen bekannt.",
    certificate: "Zertifikat",
    registration: "Registrierung",
    usage: "Verbrauch",
    usageDomains: "Domains",
    usagePages: "Seiten",
    credits: "Guthaben für Simulationen",
    of: (used, limit) => `${used} von ${limit}`,
    more: (count, list) => `${count} weitere unter ${list}`,
    plan: (plan) => `Tarif: ${plan.replace(/^./u, (first) => first.toUpperCase())}`
  },
  why: {
    maintenance: (until) => `Wartung bis ${until}`,
    slow: "Langsam oder erst seit Kurzem wieder in Ordnung",
    flapping: (changes) => `Wechselt zu oft den Zustand: ${changes}-mal in 24 Stunden`,
    dns: "DNS-Einträge geändert",
    certificate: (problem) => `Browser lehnen das Zertifikat ab: ${problem}`,
    certificateDays: (days) =>
      days < 0 ? "Das Zertifikat ist abgelaufen" : `Das Zertifikat endet in ${days} ${plural(days, "Tag", "Tagen")}`,
    registrationDays: (days) =>
      days < 0
        ? "Die Registrierung ist abgelaufen"
        : `Die Registrierung endet in ${days} ${plural(days, "Tag", "Tagen")}`,
    mail: (grade) => `Die E-Mail-Note ist ${grade}`,
    unseen: (count) => `${count >= 100 ? "100+" : count} ungesehene ${plural(count, "Änderung", "Änderungen")}`,
    error: "Die Seite kann nicht gelesen werden",
    downFor: sinceText,
    acknowledgedBy: (by) => `bestätigt von ${by}`
  },
  remark: {
    noOutage: "Das zählt nicht als Ausfall.",
    counted: "Fehler auf dieser Seite zählen jetzt als Ausfall."
  },
  stopped: {
    __proto__: null as never,
    "request.plan_limit":
      "Ihr Tarif erlaubt diese Methode nicht. Dieser Monitor wird deshalb nicht geprüft. Gelöscht wird nichts.",
    "request.host_not_proven":
      "Der TXT-Eintrag, der belegt, dass der Host Ihnen gehört, fehlt seit 7 Tagen. Dieser Monitor wird nicht geprüft, bis Sie ihn wieder veröffentlichen oder eine andere Methode wählen.",
    "check.host_not_proven":
      "Der TXT-Eintrag, der belegt, dass der Host Ihnen gehört, fehlt seit 7 Tagen. Dieser Dienst wird nicht geprüft, bis Sie ihn wieder veröffentlichen. Speichern Sie die Adresse des Dienstes noch einmal, um den Text des Eintrags zu sehen.",
    "check.not_allowed":
      "Der Betreiber erlaubt Prüfungen dieser Art, dieser Adresse oder dieses Ports nicht. Dieser Dienst wird deshalb nicht geprüft. Gelöscht wird nichts.",
    "expect.plan_limit": "Ihr Tarif erlaubt weniger Erwartungen: Die letzten sind angehalten. Gelöscht wird nichts.",
    "dnsWatch.plan_limit": "Ihr Tarif erlaubt weniger DNS-Überwachungen: Diese ist angehalten. Gelöscht wird nichts.",
    "dkimSelectors.plan_limit":
      "Ihr Tarif erlaubt weniger DKIM-Selektoren: Die letzten sind angehalten. Gelöscht wird nichts.",
    "render.plan_limit": "Ihr Tarif enthält kein Rendern: Die Skripte der Seite laufen nicht."
  },
  domains,
  bulk,
  domain: {
    tabs: {
      label: "Teile dieser Domain",
      overview: "Übersicht",
      checks: "Prüfungen",
      incidents: "Störungen",
      mail: "E-Mail",
      dns: "DNS",
      settings: "Einstellungen"
    },
    for: (state, duration) => `${state} ${sinceText(duration)}`,
    checked: (ago, every) => `geprüft ${ago}, alle ${every}`,
    firstCheck: "Die erste Prüfung läuft.",
    open: "Website öffnen",
    pause: "Pausieren",
    resume: "Fortsetzen",
    remove: "Löschen…",
    copied: "Kopiert.",
    nowDown: (why) => `Jetzt nicht erreichbar: ${why}`,
    lastDown: (when, duration) => `War am ${when} für ${duration} nicht erreichbar.`,
    evidence: "Zu den Belegen",
    paused: "Diese Domain ist pausiert. Sie wird nicht geprüft, und es gibt keine Benachrichtigungen.",
    disagree: (location, state) => `${location} sieht sie als ${state}, anders als die übrigen Standorte.`,
    uptime: { day: "24 Stunden", week: "7 Tage", month: "30 Tage", quarter: "90 Tage" },
    bar: "Verfügbarkeit der letzten 90 Tage",
    barHint: "Jeder Balken ist ein Tag. Klicken Sie für Einzelheiten.",
    dayUp: (day, uptime) => `${day}: ${uptime}`,
    dayMaintenance: (text, duration) => `${text}, ${duration} Wartung nicht mitgezählt`,
    watchedSince: (time) => `gemessen seit ${time}`,
    notCounted: (duration) => `${duration} Wartung in 30 Tagen nicht mitgezählt`,
    dayNone: (day) => `${day}: nicht überwacht`,
    chart: "Antwortzeit",
    markers: "Markierungen…",
    chartNone: "Noch keine Antwortzeiten.",
    chartSummary: (p50, p95, p99) => `p50 ${p50} · p95 ${p95} · p99 ${p99}`,
    range: "Zeitraum",
    ranges: { "24h": "24 Stunden", "7d": "7 Tage", "30d": "30 Tage", "90d": "90 Tage" },
    phases: { dns: "DNS", connect: "Verbindung", tls: "TLS", wait: "Warten", download: "Laden" },
    zoomHint: "Ziehen vergrößert, Doppelklick setzt zurück.",
    incidents: "Störungen",
    noIncidents: "Keine Störung bekannt.",
    flapping: (changes) =>
      `Diese Domain wechselt ihren Zustand zu oft: ${changes} Mal in den letzten 24 Stunden. Ab dem sechsten Wechsel ersetzt ein Hinweis ihre Alarme.`,
    ongoing: "dauert an",
    evidenceTerm: "Beleg",
    certificate: "Zertifikat",
    certificateNone: "Es wurde noch kein Zertifikat empfangen.",
    valid: "Gültig",
    refusedUntil: "Ungültig, Ende",
    ends: "Ende",
    until: (days, date) => `${days}, bis ${date}`,
    issuer: "Aussteller",
    subject: "Name",
    endsFirst: "Begrenzt durch",
    ofChain: (subject) => `${subject}, ein Zertifikat seiner Kette`,
    key: "Schlüssel",
    protocol: "Protokoll",
    problems: "Probleme",
    registration: "Registrierung",
    registrationNone: "Die Registrierung ist noch nicht bekannt.",
    noDate: "Die Registry veröffentlicht kein Datum.",
    registrar: "Registrar",
    source: "Quelle",
    statuses: "Statuscodes",
    redirects: "Weiterleitungen",
    nothing: "Nichts anzuzeigen",
    mail: "E-Mail-Zustellbarkeit",
    mailNone: "Die erste Prüfung der E-Mail-Zustellbarkeit steht aus.",
    mailOff: "Nicht geprüft: Die E-Mail-Prüfung ist ausgeschaltet.",
    mailSwitchOn: "In den Einstellungen einschalten",
    mailScore: (score) => `${score} von 100`,
    mailDetails: "Befunde und DNS-Einträge",
    copy: "Kopieren",
    copyField: (field) => `${field} kopieren`,
    components: { mx: "MX", spf: "SPF", dkim: "DKIM", dmarc: "DMARC", blacklist: "Sperrlisten" },
    severity: { critical: "Kritisch", high: "Hoch", medium: "Mittel", low: "Niedrig", info: "Hinweis" }
  },
  checks: {
    title: "Prüfungen der letzten 24 Stunden",
    none: "Noch keine Prüfung.",
    unmade: "Kein Ergebnis",
    time: "Zeit",
    result: "Ergebnis",
    status: "Status",
    duration: "Dauer",
    phases: "DNS + Verbindung + TLS + Warten + Laden",
    location: "Standort",
    onlyFailed: "Nur fehlgeschlagene",
    noneFailed: "Keine Prüfung ist fehlgeschlagen.",
    all: (count) => `Alle ${count} Prüfungen zeigen`
  },
  form,
  refusals,

  incident: {
    title: (name) => `Störung von ${name}`,
    open: (name, duration) => `${name} ist ${sinceText(duration)} nicht erreichbar.`,
    resolved: (name, duration) => `${name} war ${duration} nicht erreichbar.`,
    endedBy: {
      recovered: "Wieder erreichbar.",
      paused: "Beendet, weil der Monitor pausiert wurde.",
      deleted: "Beendet, weil der Monitor gelöscht wurde."
    },
    unknownPerson: "Unbekannt",
    happened: "Was geschehen ist",
    cause: "Ursache",
    outcome: "Ausgang",
    notified: "Wer benachrichtigt wurde",
    somebody: "ein anderes Mitglied",
    deleted: "inzwischen gelöscht",
    channels: { email: "E-Mail", whatsapp: "WhatsApp", webhook: "Webhook", channel: "Kanal" },
    step: (step) => `Stufe ${step}`,
    reminder: (reminder) => `Erinnerung ${reminder}`,
    onCall: {
      on_call: (schedule) => `Bereitschaft in ${schedule}`,
      fallback: (schedule) => `niemand in Bereitschaft erreichbar: ${schedule}`,
      owner: (schedule) => `niemand in Bereitschaft erreichbar: ${schedule}`
    },
    update: "Bestätigung im Alarm",
    timeline: "Prüfungen",
    location: (location) => `von ${location}`,
    good: "Bestanden",
    ends: { recovered: "Behoben", other: "Beendet" },
    started: "Beginn",
    ended: "Ende",
    copyLink: "Link kopieren",
    toDomain: "Zur Domain",
    toMonitor: "Zum Monitor",
    screenshots: "Bildschirmfotos",
    atStart: "Am Beginn",
    atEnd: "Am Ende",
    todo: "Was zu tun ist",
    advice,
    status: (code) => `HTTP ${code}`
  },
  curl: {
    button: "API-Aufruf",
    label: "Der API-Aufruf dieses Bildschirms",
    hint: "Der Befehl liest Ihren API-Schlüssel aus MON_API_KEY.",
    keys: "API-Schlüssel",
    docs: "API-Referenz"
  }
}
