import type { Words } from "./PageWords.ts"

export const german: Words = {
  headlines: {
    none: "Alle Systeme funktionieren",
    minor: "Kleinere Störung",
    major: "Teilweiser Ausfall",
    critical: "Großer Ausfall",
    maintenance: "Wartung läuft",
    unknown: "Nicht überwacht"
  },
  components: {
    operational: "Funktioniert",
    degraded_performance: "Beeinträchtigt",
    partial_outage: "Teilweise ausgefallen",
    major_outage: "Ausgefallen",
    under_maintenance: "In Wartung",
    unknown: "Nicht überwacht"
  },
  posts: {
    investigating: "Wird untersucht",
    identified: "Ursache gefunden",
    monitoring: "Wird beobachtet",
    resolved: "Behoben",
    postmortem: "Nachbetrachtung",
    scheduled: "Geplant",
    in_progress: "Läuft",
    verifying: "Wird geprüft",
    completed: "Abgeschlossen",
    cancelled: "Abgesagt"
  },
  impacts: {
    none: "Keine Auswirkung",
    minor: "Geringe Auswirkung",
    major: "Große Auswirkung",
    critical: "Kritische Auswirkung"
  },
  statusOf: (name) => `Status von ${name}`,
  skip: "Zum Inhalt",
  openIncidents: "Aktuelle Störungen",
  activeMaintenance: "Laufende Wartung",
  plannedMaintenance: "Geplante Wartung",
  noPlannedMaintenance: "Es ist keine Wartung geplant.",
  maintenance: "Geplante Wartung",
  componentsHeading: "Komponenten",
  pastIncidents: "Vergangene Störungen",
  noIncidents: (days) => `In den letzten ${days} Tagen wurde keine Störung gemeldet.`,
  history: "Verlauf der Störungen",
  noHistory: "Es wurden keine Störungen veröffentlicht.",
  affected: "Betroffen:",
  since: "seit",
  updated: "Stand",
  scheduled: "Geplant:",
  next: "Das nächste Mal:",
  recurs: "Sie wiederholt sich. Der Kalender hat alle Termine.",
  began: "Beginn:",
  ended: "Ende:",
  to: "bis",
  uptime: (percent, days) =>
    days === 1 ? `${percent} % verfügbar am heutigen Tag` : `${percent} % verfügbar in ${days} Tagen`,
  noUptime: "Verfügbarkeit nicht gemessen",
  excluded: "nicht mitgezählt:",
  ofMaintenance: "Wartung",
  ofUnwatched: "ohne Prüfungen",
  daysAgo: (days) => `vor ${days} Tagen`,
  today: "Heute",
  days: "Tage mit Ausfällen, Wartung oder Lücken",
  down: "ausgefallen",
  more: (count) => `und ${count} weitere`,
  rule: "Die Verfügbarkeit ist der Anteil der überwachten Zeit, in dem eine Komponente funktionierte. Wartung und Zeit ohne Prüfungen zählen weder dafür noch dagegen und sind angegeben. Mehrere Monitore einer Komponente zählen gleich viel. Tage sind UTC-Tage.",
  legend: {
    up: "verfügbar",
    minor: "weniger als 10 % ausgefallen",
    major: "länger ausgefallen",
    maintenance: "Wartung",
    none: "keine Prüfungen"
  },
  subscribe: "Abonnieren",
  subscribeHow: "Per E-Mail oder Webhook abonnieren",
  calendar: "Wartungskalender",
  back: "Aktueller Status",
  links: "Links",
  setByPeople: "vom Team gesetzt",
  monitors: "Monitore",
  timesIn: (zone) => `Zeiten gelten in der Zeitzone ${zone}.`,
  units: {
    day: (count) => (count === 1 ? "1 Tag" : `${count} Tage`),
    hour: (count) => `${count} Std.`,
    minute: (count) => `${count} Min.`,
    second: (count) => `${count} s`
  },
  statusLabel: "Status",
  uptimeLabel: "Verfügbarkeit"
}
