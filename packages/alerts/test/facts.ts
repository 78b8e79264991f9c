import type { Fact, FactIncident, FactMonitor, FactOf, ReportDomain, ReportUrl } from "@mon/model"
import type { Digest, RenderableFact } from "../src/index.ts"

export const shop: FactMonitor = {
  id: "019aa0b8-0000-7000-8000-000000000001",
  name: "Shop",
  url: "https://shop.example.com/"
}

export const incident: FactIncident = {
  id: "019aa0b8-0000-7000-8000-0000000000aa",
  startedAt: "2026-11-21T13:05:09.000Z",
  resolvedAt: null,
  triggerStatusCode: 503,
  resolutionStatusCode: null,
  triggerError: { code: "http_status", message: "The server responded with HTTP 503." },
  checks: [
    { at: "2026-11-21T13:05:09.000Z", location: "fra1", outcome: "http_status", statusCode: 503 },
    { at: "2026-11-21T13:05:39.000Z", location: "fra1", outcome: "header_timeout", statusCode: null },
    { at: "2026-11-21T13:06:09.000Z", location: "ams1", outcome: "http_status", statusCode: 503 }
  ]
}

export const link = "https://mon.example.com/incidents/019aa0b8-0000-7000-8000-0000000000aa"

export const down: FactOf<"down"> = { kind: "down", monitor: shop, incident }
export const up: FactOf<"up"> = {
  kind: "up",
  monitor: shop,
  incident: { ...incident, resolvedAt: "2026-11-21T14:17:54.000Z", resolutionStatusCode: 200 }
}

const transition = (index: number, kind: "down" | "up"): Digest["transitions"][number] => {
  const at = `2026-11-21T13:05:${10 + index}.000Z`
  return {
    kind,
    monitor: { id: `d${index}`, name: `shop${index}.example.com`, url: `https://shop${index}.example.com/` },
    incident: {
      ...incident,
      id: `i${index}`,
      startedAt: kind === "down" ? at : "2026-11-21T13:00:00.000Z",
      resolvedAt: kind === "down" ? null : at,
      triggerError: { code: "connect_refused", message: "The server refused the connection." }
    }
  }
}

const certificate = {
  subject: "CN=shop.example.com",
  issuer: "CN=R12, O=Let's Encrypt, C=US",
  validTo: "2026-11-28T09:00:00.000Z",
  daysRemaining: 7,
  fingerprint256: "AB:CD:EF"
}

export const reportDomain: ReportDomain = {
  ...shop,
  isPaused: false,
  isDown: false,
  isFlapping: false,
  maintenanceSeconds: 0,
  uptimePercent: 100,
  uptimePercentBefore: 100,
  incidents: 0,
  incidentsBefore: 0,
  downSeconds: 0,
  longestDownSeconds: 0,
  longestDownAt: null,
  longestDownCause: null,
  responseP95Ms: 320,
  responseP95MsBefore: 310,
  certificateValid: true,
  certificateDaysLeft: 61,
  domainDaysLeft: 200,
  emailGrade: "A",
  emailGradeBefore: "A",
  checks: 2_016,
  checksMissed: 0
}

const blog: ReportDomain = {
  ...reportDomain,
  id: "d2",
  name: "Blog",
  url: "https://blog.example.org/",
  uptimePercent: 99.4231,
  incidents: 2,
  incidentsBefore: 1,
  downSeconds: 3_480,
  longestDownSeconds: 3_000,
  longestDownAt: "2026-11-18T02:14:00.000Z",
  longestDownCause: "certificate_expired",
  longestDownTitle: "The certificate expired",
  responseP95Ms: 1_240.4,
  certificateDaysLeft: 6,
  emailGrade: "D",
  emailGradeBefore: "B",
  isFlapping: true
}

export const prices: ReportUrl = {
  id: "u1",
  name: "Prices",
  url: "https://shop.example.com/prices",
  isPaused: false,
  status: "active",
  changes: 2,
  summaries: ["3 lines added, 1 removed", "1 line changed"]
}

export const quietWeek: FactOf<"weekly_report"> = {
  kind: "weekly_report",
  membershipId: "s1",
  accountId: "a1",
  from: "2026-11-15T23:00:00.000Z",
  to: "2026-11-22T23:00:00.000Z",
  domains: [reportDomain],
  urls: [],
  checks: 2_016,
  checksMissed: 0
}

const page: FactMonitor = { id: "u1", name: "Prices", url: "https://shop.example.com/prices" }

export const digest: Digest = {
  kind: "digest",
  transitions: [...[0, 1, 2, 3, 4, 5].map((index) => transition(index, "down")), transition(6, "up")]
}

/** Many domains at one address. */
const sharedCause: Digest = {
  kind: "digest",
  transitions: [0, 1, 2, 3, 4].map((index) => transition(index, "down")),
  cause: {
    id: "019aa0b8-0000-7000-8000-0000000000cc",
    kind: "address",
    value: "203.0.113.7",
    isRest: false,
    failing: 7,
    isOver: false
  }
}

/** A later message with further domains that share a cause, one of which is up again. */
const restOfCause: Digest = {
  kind: "digest",
  transitions: [...[5, 6].map((index) => transition(index, "down")), transition(6, "up")],
  cause: {
    id: "019aa0b8-0000-7000-8000-0000000000cd",
    kind: "network",
    value: "203.0.113.0/24",
    isRest: true,
    failing: 0,
    isOver: false
  }
}

/** The end of all incidents with the shared cause. */
const endOfCause: Digest = {
  kind: "digest",
  transitions: [0, 1, 2, 3, 4].map((index) => transition(index, "up")),
  cause: {
    id: "019aa0b8-0000-7000-8000-0000000000ce",
    kind: "name_servers",
    value: "ns1.provider.example, ns2.provider.example",
    isRest: false,
    failing: 0,
    isOver: true
  }
}

export const diagnosis = {
  class: "connection_refused",
  title: "Nothing is listening on the port",
  confidence: 0.85,
  nextStep: "Start the web server on shop.example.com. Then read its log.",
  evidence: ["The check failed: the server refused the connection."],
  against: ["The failure began in the maintenance window Update."]
}

/** The texts that a delivery adds in the language of the reader, or puts in the place of findings. */
export const ofOthers: ReadonlyArray<string> = [
  diagnosis.title,
  diagnosis.nextStep,
  ...diagnosis.evidence,
  ...diagnosis.against,
  "The certificate expired",
  "There is no DMARC record.",
  "The DKIM key has 1024 bits."
]

export const downWithCause = { ...down, incident: { ...incident, diagnosis } }

/** One typical fact of each stored kind. */
export const facts = {
  down,
  up,
  flapping: {
    kind: "flapping",
    monitor: shop,
    transitions: 6,
    windowHours: 24,
    since: "2026-11-21T02:00:00.000Z"
  },
  degraded: {
    kind: "degraded",
    state: "degraded",
    monitor: shop,
    monitorKind: "domain",
    at: "2026-11-21T08:15:00.000Z",
    responseMs: 2_340,
    degradedAfterMs: 2_000
  },
  recovered: {
    kind: "recovered",
    state: "recovered",
    monitor: page,
    monitorKind: "url",
    at: "2026-11-21T09:15:00.000Z",
    responseMs: 184,
    degradedAfterMs: 2_000
  },
  "page-changed": {
    kind: "page_changed",
    monitor: page,
    changeId: "c1",
    detectedAt: "2026-11-21T13:05:09.000Z",
    summary: "1 line added, 1 removed",
    added: ["Basic plan: 12 euros a month"],
    removed: ["Basic plan: 9 euros a month"]
  },
  "dns-changed": {
    kind: "dns_changed",
    state: "dns_changed",
    monitor: shop,
    changeId: "c2",
    detectedAt: "2026-11-21T13:05:09.000Z",
    added: ["MX example.com 10 mx.evil.example"],
    removed: ["MX example.com 10 mx.example.net"]
  },
  "checks-stopped": {
    kind: "checks_stopped",
    state: "checks_stopped",
    monitor: shop,
    monitorKind: "domain",
    method: "POST",
    recordName: "_mon.shop.example.com",
    absentSince: "2026-11-14T13:05:09.000Z",
    stoppedAt: "2026-11-21T13:05:09.000Z"
  },
  "page-error": {
    kind: "page_error",
    monitor: page,
    at: "2026-11-21T13:05:09.000Z",
    statusCode: null,
    error: { code: "filter_not_found", message: "the selector #prices is not on the page" }
  },
  "certificate-expiring": { kind: "certificate_expiring", monitor: shop, certificate, thresholdDays: 7 },
  "certificate-invalid": {
    kind: "certificate_invalid",
    monitor: shop,
    problems: ["wrong_host", "incomplete_chain"],
    certificate,
    detectedAt: "2026-11-21T13:05:09.000Z"
  },
  "domain-expiring": {
    kind: "domain_expiring",
    monitor: shop,
    registeredName: "example.com",
    expiresAt: "2026-12-21T10:00:00.000Z",
    daysRemaining: 30,
    registrar: "Example Registrar Ltd",
    thresholdDays: 30
  },
  "email-health-alert": {
    kind: "email_health_alert",
    monitor: shop,
    score: 62.4,
    grade: "D",
    previousGrade: "B",
    newListings: ["zen.spamhaus.org"],
    checkedAt: "2026-11-21T13:05:09.000Z",
    findings: [
      {
        severity: "high",
        message: "There is no DMARC record",
        fix: {
          type: "TXT",
          host: "_dmarc.shop.example.com",
          value: "v=DMARC1; p=none; rua=mailto:dmarc@shop.example.com"
        }
      },
      { severity: "medium", message: "The DKIM key has 1024 bits.", fix: null }
    ]
  },
  "email-health-recovery": {
    kind: "email_health_recovery",
    monitor: shop,
    score: 91,
    grade: "A",
    previousGrade: "D",
    checkedAt: "2026-11-22T13:05:09.000Z"
  },
  "external-alert": {
    kind: "external_alert",
    source: { id: "s1", name: "Prometheus", kind: "alertmanager" },
    incident: { id: "i7", startedAt: "2026-11-21T13:05:09.000Z", resolvedAt: null },
    title: "Disk almost full on db1",
    summary: "/var: 96 %",
    severity: "error",
    link: "https://prometheus.example.com/graph?g0.expr=disk",
    labels: [
      { name: "alertname", value: "DiskAlmostFull" },
      { name: "instance", value: "db1:9100" }
    ]
  },
  "external-resolved": {
    kind: "external_resolved",
    source: { id: "s1", name: "Prometheus", kind: "alertmanager" },
    incident: { id: "i7", startedAt: "2026-11-21T13:05:09.000Z", resolvedAt: "2026-11-21T13:47:09.000Z" },
    title: "Disk almost full on db1",
    summary: null,
    severity: "error",
    link: null,
    labels: []
  },
  "weekly-report": {
    ...quietWeek,
    domains: [reportDomain, blog],
    urls: [prices],
    checksMissed: 3
  },
  "weekly-report-quiet": quietWeek
} as const satisfies Readonly<Record<string, Fact>>

export const renderable: Readonly<Record<string, RenderableFact>> = {
  ...facts,
  digest,
  "shared-cause": sharedCause,
  "shared-cause-rest": restOfCause,
  "shared-cause-over": endOfCause,
  "down-after-maintenance": { ...down, maintenance: { window: "Deployment" } },
  "page-error-after-maintenance": { ...facts["page-error"], maintenance: { window: "Deployment" } },
  summary: { kind: "summary", facts: [facts["certificate-expiring"], facts["page-changed"], facts.degraded] },
  "summary-of-one-kind": {
    kind: "summary",
    facts: [1, 2, 3, 4].map((number) => ({
      ...facts["certificate-invalid"],
      monitor: { ...facts["certificate-invalid"].monitor, id: `d${number}`, name: `Shop ${number}` }
    })),
    occasion: "same_time"
  },
  "summary-of-external-alerts": {
    kind: "summary",
    facts: [1, 2, 3, 4].map((number) => ({
      ...facts["external-alert"],
      incident: { ...facts["external-alert"].incident, id: `i${number}` },
      title: `Disk almost full on db${number}`
    })),
    occasion: "same_time"
  },
  unreadable: { kind: "unreadable", type: "status_change", key: "degraded:d1" }
}
