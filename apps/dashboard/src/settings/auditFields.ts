import type { AuditGroup } from "./audit.en.ts"
import { auditDe } from "./audit.de.ts"
import { auditEn } from "./audit.en.ts"
import { heartbeatFieldsDe } from "../heartbeats/heartbeatFields.de.ts"
import { heartbeatFieldsEn } from "../heartbeats/heartbeatFields.en.ts"
import { serviceFieldsDe } from "../services/serviceFields.de.ts"
import { serviceFieldsEn } from "../services/serviceFields.en.ts"
import type { Catalogue } from "../words/catalogue.en.ts"
import { fieldLabels } from "../words/fieldLabels.ts"
import type { WordTable } from "../words/WordTable.ts"

/**
 * The English and German labels of audit log fields for which {@link fieldLabels} has no label, or a different label. A
 * label whose key begins with a group applies only to entries of this group.
 */
const labels: WordTable<readonly [english: string, german: string]> = {
  __proto__: null as never,
  accentColor: ["Link colour", "Farbe der Links"],
  acknowledgement: ["Acknowledgement", "Bestätigung"],
  address: ["IP address", "IP-Adresse"],
  alertsByEmail: ["Alerts by email", "Alarme per E-Mail"],
  at: ["Time", "Zeit"],
  automaticPosts: ["When a monitor goes down", "Wenn ein Monitor ausfällt"],
  browser: ["Browser", "Browser"],
  color: ["Colour", "Farbe"],
  contentFaultsOffer: ["Offer to count broken pages as outages", "Angebot, gestörte Seiten als Ausfall zu zählen"],
  creditsCharged: ["Credits", "Guthaben"],
  degradedAlerts: ["Alerts about slow monitors", "Alarme über langsame Monitore"],
  displayAt: ["Time shown to readers", "Zeit, die Leser sehen"],
  enabledAt: ["Set up", "Eingerichtet"],
  every: ["How often", "Wie oft"],
  hasPassword: ["Password for readers", "Passwort für Leser"],
  headerColor: ["Header colour", "Farbe des Kopfes"],
  host: ["Host name", "Hostname"],
  identities: ["Identities", "Identitäten"],
  inDefaultRoute: ["Alerts of the default route", "Alarme des Standardwegs"],
  isActive: ["Switched on", "Eingeschaltet"],
  isDraft: ["Draft", "Entwurf"],
  isPaused: ["Paused", "Pausiert"],
  isRequired: ["Required for the team", "Für das Team verlangt"],
  kind: ["Kind", "Art"],
  monitors: ["Monitors", "Monitore"],
  movesItself: ["Changes its state automatically", "Wechselt den Zustand selbst"],
  name: ["Name", "Name"],
  notificationsPaused: ["Alerts paused", "Alarme pausiert"],
  notificationsPausedUntil: ["The pause ends", "Die Pause endet"],
  number: ["WhatsApp number", "WhatsApp-Nummer"],
  paused: ["Paused", "Pausiert"],
  pausedUntil: ["The pause ends", "Die Pause endet"],
  pendingNumber: ["WhatsApp number to confirm", "WhatsApp-Nummer ohne Bestätigung"],
  plan: ["Plan", "Tarif"],
  position: ["Position", "Reihenfolge"],
  prospectCount: ["Prospects", "Empfänger"],
  published: ["Show on public status pages", "Auf öffentlichen Statusseiten zeigen"],
  quietHours: ["Quiet hours", "Ruhezeit"],
  replaces: ["Replaces", "Ersetzt"],
  settings: ["Settings", "Einstellungen"],
  showsWindowNames: ["Show the names of maintenance windows", "Namen der Wartungsfenster zeigen"],
  sortOrder: ["Position", "Reihenfolge"],
  status: ["State", "Zustand"],
  system: ["System", "System"],
  tags: ["Tags", "Tags"],
  timeout: ["Timeout", "Zeitlimit"],
  tokenHint: ["End of the token", "Ende des Tokens"],
  updates: ["Updates", "Meldungen"],
  weeklyReportEnabled: ["Weekly report", "Wochenbericht"],
  heartbeatId: ["Heartbeat", "Heartbeat"],
  heartbeatAccess: ["Heartbeats", "Heartbeats"],
  heartbeatIds: ["Heartbeats", "Heartbeats"],
  serviceId: ["Service", "Dienst"],
  serviceAccess: ["Services", "Dienste"],
  serviceIds: ["Services", "Dienste"],
  "contacts.code": ["Code", "Code"],
  "contacts.high": ["Critical alerts", "Kritische Alarme"],
  "contacts.isVerified": ["Verified", "Bestätigt"],
  "contacts.low": ["All other alerts", "Alle anderen Alarme"],
  "contacts.urgency": ["Urgency", "Dringlichkeit"],
  "domains.updates": ["New settings", "Neue Einstellungen"],
  "domains.url": ["Address", "Adresse"],
  "heartbeats.token": ["Secret of the ping URL", "Geheimnis der Ping-URL"],
  "heartbeats.updates": ["New settings", "Neue Einstellungen"],
  "services.updates": ["New settings", "Neue Einstellungen"],
  "keys.scope": ["Access", "Recht"],
  "onCall.calendar": ["iCalendar file", "iCalendar-Datei"],
  "onCall.createdAt": ["Address of the calendar created", "Adresse des Kalenders angelegt"],
  "onCall.from": ["From", "Von"],
  "onCall.to": ["To", "Bis"],
  "onCallRequests.end": ["To", "Bis"],
  "onCallRequests.note": ["Note", "Anmerkung"],
  "onCallRequests.person": ["Person who was asked", "Gefragte Person"],
  "onCallRequests.start": ["From", "Von"],
  "statusPages.description": ["Text below the name", "Text unter dem Namen"],
  "urls.updates": ["New settings", "Neue Einstellungen"],
  "urls.url": ["Address", "Adresse"]
}

/** The labels of the fields of kinds that have texts of their own, by the group of the kind's entries. */
const labelsOfKinds: WordTable<Readonly<Record<"en" | "de", WordTable>>> = {
  __proto__: null as never,
  heartbeats: { en: heartbeatFieldsEn.labels, de: heartbeatFieldsDe.labels },
  services: { en: serviceFieldsEn.labels, de: serviceFieldsDe.labels }
}

const isGroup = (name: string): name is AuditGroup => Object.hasOwn(auditEn.groups, name)

/** Returns the label of a field in an entry of the audit log, or the name of the field if it has no label. */
export const auditField = (
  action: string,
  field: string,
  { form, language }: Pick<Catalogue, "form" | "language">
): string => {
  const [group = ""] = action.split(".")
  const place = language === "de" ? 1 : 0
  const ofKind = labelsOfKinds[group]?.[language === "de" ? "de" : "en"]
  const ofMonitor =
    ofKind !== undefined
      ? (ofKind[field] ?? form.labels[field])
      : group === "domains" || group === "urls"
        ? form.labels[field]
        : undefined
  // An entry about several new objects lists their names in a field that is named after their group.
  const made = isGroup(field) && field === group ? (language === "de" ? auditDe : auditEn).groups[field] : undefined
  return (
    made ??
    labels[`${group}.${field}`]?.[place] ??
    ofMonitor ??
    fieldLabels[field]?.[place] ??
    labels[field]?.[place] ??
    field
  )
}
