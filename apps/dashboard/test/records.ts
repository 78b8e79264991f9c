import type {
  Account,
  CheckRecord,
  Domain,
  Incident,
  MonitorList,
  MonitorListRow,
  SharedCause,
  Timeline,
  TimelineRange
} from "@mon/model"

export interface Site {
  readonly id: string
  name: string
  readonly host: string
  state: "up" | "down" | "paused" | "unknown"
  readonly since: number | null
  readonly grade: string
  readonly certDays: number
  readonly certProblem?: string
  /** Whether the DNS records of the site changed and nobody has said why. */
  readonly isDnsChanged?: boolean
  readonly regDays: number
  tags: Array<number>
  acknowledgement?: Incident["acknowledgement"]
  /** The time at which somebody reported that the incident of the site is repaired. */
  reportedAt?: string
  sharedCause?: SharedCause
  readonly access?: Domain["access"]
  readonly settings: Record<string, unknown>
}

const iso = (ms: number): string => new Date(ms).toISOString()
const MINUTE = 60_000
const DAY = 86_400_000

/** Returns the last values of a row: the content fault of the page, and how it affects the monitor. */
export const contentOf = ({ contentFault, contentFaults }: Pick<Domain, "contentFault" | "contentFaults">) =>
  [contentFault?.code ?? null, contentFault?.certain ?? null, contentFaults] as const

export const monitorFieldNames: MonitorList["fields"] = [
  "id",
  "kind",
  "name",
  "url",
  "state",
  "since",
  "responseMs",
  "uptime30d",
  "certificateDays",
  "registrationDays",
  "mailGrade",
  "reason",
  "access",
  "tags",
  "certificateProblem",
  "unseenChanges",
  "changedAt",
  "acknowledgedBy",
  "maintenanceUntil",
  "flapping",
  "contentFault",
  "contentFaultCertain",
  "contentFaults"
]

export const monitorRow = (site: Site): MonitorListRow => [
  site.id,
  "domain",
  site.name,
  `https://${site.host}/`,
  site.state,
  site.since === null ? null : Math.floor(site.since / 1_000),
  site.state === "up" ? 64 + (site.host.length % 9) * 31 : null,
  site.state === "down" ? 99.74 : 99.9 + (site.host.length % 10) / 100,
  site.certDays,
  site.regDays,
  site.grade,
  site.state === "down" ? "connect_timeout" : null,
  "owner",
  site.tags,
  site.certProblem ?? null,
  null,
  null,
  site.acknowledgement?.by ?? null,
  null,
  null,
  ...contentOf(domainOf(site))
]

const fault = { code: "connect_timeout", message: "No connection to 192.0.2.7 port 443 within 30 s." }

export const domainOf = (site: Site): Domain => ({
  id: site.id,
  url: `https://${site.host}`,
  hostname: site.host,
  name: site.name,
  status: site.state,
  isPaused: site.state === "paused",
  isDegraded: false,
  contentFaults: "down",
  contentFault: null,
  access: site.access ?? "owner",
  checkInterval: 60,
  timeoutSeconds: 30,
  ccEmails: ["ops@example.com"],
  screenshotOnFailure: true,
  emailHealthEnabled: true,
  emailHealthInterval: 86_400,
  dkimSelectors: [],
  request: { method: "HEAD", headers: { accept: "***" }, auth: { token: "***" } },
  expect: [{ text: "In stock" }, { json: "$.queue.length", atMost: 100 }, { certificate: "valid", minimumDays: 14 }],
  degradedAfterMs: 800,
  dnsWatch: null,
  dependsOn: [],
  cardColor: "#6B7280",
  stoppedOptions: [],
  lastCheckedAt: site.since === null ? null : iso(Date.now() - 12_000),
  nextCheckAt: iso(Date.now() + 48_000),
  statusChangedAt: site.since === null ? null : iso(site.since),
  lastStatusCode: site.state === "down" ? null : 200,
  lastResponseTimeMs: site.state === "down" ? null : 131,
  lastError: site.state === "down" ? fault : null,
  uptime: { last24h: 99.12, last7d: 99.87, last30d: 99.9, maintenanceSeconds: 0 },
  maintenance: null,
  responseTime: { p50: 112, p95: 214, p99: 251 },
  ssl: {
    valid: site.certProblem === undefined,
    issuer: "Loopback Root R1",
    subject: `CN=${site.host}`,
    validFrom: iso(Date.now() - 30 * DAY),
    validTo: iso(Date.now() + site.certDays * DAY),
    daysRemaining: site.certDays,
    protocol: "TLSv1.3",
    keyType: "ec",
    keyBits: 256,
    problems: site.certProblem === undefined ? [] : [site.certProblem]
  },
  domainExpiry: {
    expiresAt: iso(Date.now() + site.regDays * DAY),
    daysRemaining: site.regDays,
    registrar: "Loopback Registrar AS",
    source: "rdap",
    statuses: ["clientTransferProhibited"],
    checkedAt: iso(Date.now())
  },
  emailHealth: { score: 74, grade: site.grade, checkedAt: iso(Date.now() - 60 * MINUTE) },
  redirect: {
    detected: true,
    finalUrl: `https://www.${site.host}/`,
    kind: "permanent",
    hops: [{ url: `https://${site.host}/`, statusCode: 301 }]
  },
  tags: [],
  createdAt: iso(Date.now() - 90 * DAY),
  updatedAt: "2026-11-01T00:00:00.000Z",
  ...site.settings
})

export const checksOf = (site: Site | undefined): ReadonlyArray<CheckRecord> =>
  Array.from({ length: 40 }, (_, index) => {
    const failed = site?.state === "down" && index < 3
    return {
      id: `c${index}`,
      domainId: site?.id ?? "",
      checkedAt: iso(Date.now() - index * MINUTE),
      status: failed ? "down" : "up",
      statusCode: failed ? null : 200,
      responseTimeMs: failed ? null : 120 + index,
      timings: failed
        ? { dnsMs: 12, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null }
        : { dnsMs: 12, connectMs: 18, tlsMs: 25, waitMs: 60 + index, downloadMs: 5 },
      location: "default",
      error: failed ? fault : null
    }
  })

export const incidentOf = (site: Site): Incident => ({
  id: `incident-${site.id}`,
  domainId: site.id,
  domainName: site.name,
  domainUrl: `https://${site.host}`,
  status: "open",
  resolution: null,
  startedAt: iso(site.since ?? Date.now()),
  resolvedAt: null,
  durationSeconds: 1_260,
  triggerStatusCode: null,
  resolutionStatusCode: null,
  triggerError: fault,
  maintenanceWindow: null,
  isAnnounced: true,
  triggerScreenshotUrl: null,
  resolutionScreenshotUrl: null,
  acknowledgement: site.acknowledgement ?? null,
  checks: []
})

/** Returns the incident of a site. If the site is up again, its incident has ended. */
export const incidentNow = (site: Site): Incident => {
  const incident = incidentOf(site)
  return site.state === "up"
    ? { ...incident, status: "resolved", resolution: "recovered", resolvedAt: iso(Date.now()) }
    : incident
}

export const accountOf = (domains: number): Account => ({
  id: "a1",
  email: "maria@lighthouse-agency.com",
  name: "Maria",
  role: "owner",
  memberRole: null,
  plan: "agency",
  planExpiresAt: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  usage: { domains, urls: 6, teamMembers: 2 },
  limits: {
    domains: 1_000,
    urls: 1_000,
    services: 1_000,
    minCheckIntervalDomains: 60,
    minCheckIntervalUrls: 3_600,
    teamMembers: 50,
    dkimSelectors: 10,
    expectations: 20,
    dnsWatches: 1_000,
    maintenanceWindows: 1_000,
    requestMethods: ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH"],
    pageRendering: true,
    channels: 50,
    paidChannels: true,
    routes: 200,
    alertSources: 50,
    statusPages: 50,
    statusPageHosts: 50,
    onCallSchedules: 50,
    statusPageSubscribers: 20_000,
    apiKeys: 10,
    annualSimulationCredits: 12_000,
    eventStreams: 5,
    markersPerDay: 100,
    auditLogDays: 90,
    requestsPerMinute: 300
  },
  refusedAddresses: []
})

const ranges: Readonly<Record<TimelineRange, { readonly seconds: number; readonly bucketSeconds: number }>> = {
  "24h": { seconds: 86_400, bucketSeconds: 900 },
  "7d": { seconds: 604_800, bucketSeconds: 3_600 },
  "30d": { seconds: 2_592_000, bucketSeconds: 3_600 },
  "90d": { seconds: 7_776_000, bucketSeconds: 86_400 }
}

/** Returns a timeline whose third bucket is the slowest. */
export const timelineOf = (site: Site, range: TimelineRange = "24h"): Timeline => {
  const { bucketSeconds, seconds } = ranges[range]
  const end = Math.floor(Date.now() / 1_000)
  const start = end - seconds
  return {
    range,
    start,
    end,
    bucketSeconds,
    fields: ["start", "checks", "up", "down", "p50", "p95", "p99", "dns", "connect", "tls", "wait", "download"],
    buckets: Array.from({ length: Math.floor(seconds / bucketSeconds) }, (_, index) => {
      const wave = Math.round(20 * Math.sin(index / 5))
      return [
        start + index * bucketSeconds,
        15,
        15,
        0,
        110 + wave,
        index === 2 ? 231 : 190 + wave,
        240,
        10,
        20,
        28,
        50 + wave,
        6
      ]
    }),
    days: Array.from({ length: 78 }, (_, index) => ({
      day: iso(Date.now() - (77 - index) * DAY).slice(0, 10),
      checks: 1_440,
      failures: index % 31 === 9 ? 40 : 0,
      uptime: index % 31 === 9 ? 97.2 : index % 23 === 4 ? 99.6 : 100,
      incidents: 0,
      maintenanceSeconds: 0
    })),
    incidents: [
      site.state === "down"
        ? { id: `incident-${site.id}`, start: end - 1_260, end: null, reason: "connect_timeout" }
        : { id: `incident-${site.id}`, start: end - 30_000, end: end - 26_000, reason: "connect_timeout" }
    ],
    gaps: [],
    maintenance: []
  }
}
