import type { TimelineEventKind } from "@mon/model"
import type { WordTable } from "../words/WordTable.ts"

const kinds: Readonly<Record<TimelineEventKind, string>> = {
  incident_opened: "Incident started",
  incident_confirmed: "Incident confirmed",
  incident_closed: "Incident ended",
  acknowledged: "Acknowledged",
  maintenance: "Maintenance",
  marker: "Marker",
  monitor_edited: "Monitor edited",
  dns_changed: "DNS changed",
  certificate_changed: "New certificate",
  registration_changed: "Registration changed",
  redirect_changed: "Redirect changed",
  page_changed: "Page changed",
  email_health_changed: "Email health changed",
  listings_changed: "Blacklists changed",
  location_advisory: "Location disagrees",
  response_step: "Response time changed",
  repair_applied: "Repair seen",
  repair_verified: "Repair verified",
  repair_closed: "Problem fixed",
  repair_reopened: "Repair undone"
}

/** The words for a domain's events. */
export const eventsEn = {
  title: "Events",
  hint: (zone: string) => `What happened in the last 90 days (${zone}). The chart shows these events as lines.`,
  filter: "Event type",
  all: "All events",
  none: "No known events.",
  more: "Older events",
  show: "Details",
  page: "Open the marker's page",
  until: "until",
  nothing: "none",
  by: (name: string) => `by ${name}`,
  /** The title of a row that combines the events of an incident. */
  incident: "Incident",
  running: "Not over yet",
  lasted: (duration: string) => `Lasted ${duration}`,
  steps: (count: number) => `What happened (${count})`,
  kinds,
  codes: {
    __proto__: null as never,
    recovered: "The domain recovered.",
    paused: "The domain was paused.",
    deleted: "The domain was deleted.",
    slower: "Slower since this hour.",
    faster: "Faster since this hour.",
    up: "The domain is up from this location.",
    down: "The domain is down from this location.",
    "domains.create": "Added.",
    "domains.update": "Settings changed.",
    "domains.pause": "Paused.",
    "domains.resume": "Resumed.",
    "domains.setTags": "Tags changed."
  } as WordTable,
  /** The names of changed fields. A field that has no entry here is shown under its own name. */
  fields: {
    __proto__: null as never,
    subject: "Name",
    issuer: "Issuer",
    validFrom: "Valid from",
    validTo: "Valid to",
    fingerprint256: "Fingerprint",
    outcome: "State",
    expiresAt: "End",
    registrar: "Registrar",
    statuses: "Status codes",
    nameServers: "Name servers",
    url: "URL",
    isPaused: "Paused",
    tags: "Tags",
    grade: "Grade",
    score: "Score",
    listings: "Listed by",
    dns: "DNS",
    connect: "Connect",
    tls: "TLS",
    wait: "Wait",
    download: "Download"
  } as WordTable
}
