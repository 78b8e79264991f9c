import type { Incident, MonitorListRow, Service, ServiceCheck, ServiceTrial, Timeline } from "@mon/model"
import { checksOf, type Site } from "./records.ts"

export interface AService {
  readonly id: string
  name: string
  state: Service["status"]
  readonly url: string
  readonly check: ServiceCheck
  readonly access: Service["access"]
  readonly hasCertificate: boolean
  /** The changes since the start of the test. */
  readonly settings: Record<string, unknown>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

const iso = (ms: number): string => new Date(ms).toISOString()

const examples: ReadonlyArray<readonly [name: string, url: string, check: ServiceCheck]> = [
  [
    "Orders database",
    "postgres://db.example.com:5432",
    {
      type: "postgres",
      target: "db.example.com",
      tls: "required",
      login: { username: "mon", password: "***" },
      database: "shop",
      query: "select count(*) from orders where state = 'stuck'",
      answer: { atMost: 10 }
    }
  ],
  ["Outgoing mail", "smtp://mail.example.com:465", { type: "smtp", target: "mail.example.com", tls: "fromStart" }],
  ["Office router", "icmp://router.example.com", { type: "icmp", target: "router.example.com" }],
  [
    "Name server",
    "dns://ns1.example.com:53",
    { type: "dns", server: "ns1.example.com", name: "example.com", recordType: "MX", recursion: false }
  ],
  ["Cache", "redis://cache.example.com:6379", { type: "redis", target: "cache.example.com" }],
  [
    "Game server",
    "tcp://play.example.com:4000",
    {
      type: "tcp",
      target: "play.example.com:4000",
      steps: [{ send: "PING\r\n" }, { receive: "^PONG", ignoreCase: true }]
    }
  ]
]

/** Returns the service with a number. Some services are in each state. */
export const makeService = (number: number): AService => {
  const [name, url, check] = examples[number % examples.length] ?? ["", "", { type: "ssh", target: "host.example.com" }]
  return {
    id: `service-${number}`,
    name: number < examples.length ? name : `${name} ${number}`,
    url,
    check,
    state: number === 1 ? "down" : number === 3 ? "unknown" : number === 4 ? "paused" : "up",
    access: number === 5 ? "read" : "owner",
    hasCertificate: number < 2,
    settings: {}
  }
}

export const someServices = (count: number): Array<AService> =>
  Array.from({ length: count }, (_, number) => makeService(number))

const fault = { code: "connect_refused", message: "The server refused the connection." }

const isNew = ({ state }: AService): boolean => state === "unknown"

export const serviceRecord = (service: AService): Service => {
  const since = Date.now() - 8 * HOUR
  const isDown = service.state === "down"
  return {
    id: service.id,
    url: service.url,
    hostname: new URL(service.url).hostname,
    name: service.name,
    status: service.state,
    isPaused: service.state === "paused",
    isDegraded: false,
    access: service.access,
    check: service.check,
    checkInterval: 300,
    timeoutSeconds: 10,
    inverted: false,
    expect: [],
    degradedAfterMs: null,
    dependsOn: [],
    stoppedOptions: [],
    lastCheckedAt: isNew(service) ? null : iso(Date.now() - 12_000),
    nextCheckAt: iso(Date.now() + 288_000),
    statusChangedAt: isNew(service) ? null : iso(since),
    lastResponseTimeMs: isNew(service) || isDown ? null : 12,
    lastError: isDown ? fault : null,
    uptime: { last24h: 100, last7d: 99.4, last30d: 99.8, maintenanceSeconds: 0 },
    maintenance: null,
    responseTime: isNew(service) ? null : { p50: 11, p95: 24, p99: 31 },
    ssl: !service.hasCertificate
      ? null
      : {
          valid: true,
          issuer: "Loopback Root R1",
          subject: `CN=${new URL(service.url).hostname}`,
          validFrom: iso(Date.now() - 30 * DAY),
          validTo: iso(Date.now() + 41 * DAY),
          daysRemaining: 41,
          protocol: "TLSv1.3",
          keyType: "ec",
          keyBits: 256,
          problems: []
        },
    tags: [{ id: "0", name: "Care plan", color: "#1a5fc4" }],
    createdAt: iso(Date.now() - 90 * DAY),
    updatedAt: "2026-11-01T00:00:00.000Z",
    ...service.settings
  }
}

export const serviceRow = (service: AService): MonitorListRow => [
  service.id,
  "service",
  service.name,
  service.url,
  service.state,
  isNew(service) ? null : Math.floor((Date.now() - 8 * HOUR) / 1_000),
  service.state === "up" ? 12 : null,
  isNew(service) ? null : 99.8,
  service.hasCertificate ? 41 : null,
  null,
  null,
  service.state === "down" ? fault.code : null,
  service.access,
  [0],
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  "down"
]

export const serviceIncident = (service: AService): Incident => ({
  id: `incident-${service.id}`,
  domainId: service.id,
  domainName: service.name,
  domainUrl: service.url,
  status: "open",
  resolution: null,
  startedAt: iso(Date.now() - HOUR),
  resolvedAt: null,
  durationSeconds: 3_600,
  triggerStatusCode: null,
  resolutionStatusCode: null,
  triggerError: fault,
  maintenanceWindow: null,
  isAnnounced: true,
  triggerScreenshotUrl: null,
  resolutionScreenshotUrl: null,
  acknowledgement: null,
  checks: []
})

interface Call {
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

type Refusal = { readonly problem: string }

/** Returns the result of a check that is not stored. An expectation is not met. */
export const serviceTrialOf = (body: Call["body"]): ServiceTrial | Refusal => {
  const check = body["check"] as (ServiceCheck & { readonly target?: string }) | undefined
  if (check?.target?.includes("refused") === true) return { problem: "The address of the service must be public." }
  const isMet = !Array.isArray(body["expect"]) || body["expect"].length === 0
  return {
    status: isMet ? "up" : "down",
    url: "postgres://db.example.com:5432",
    address: "203.0.113.9",
    slow: null,
    responseTimeMs: 84,
    timings: { dnsMs: 4, connectMs: 20, tlsMs: 40, waitMs: 15, downloadMs: 5 },
    expectations: isMet ? [] : [{ expected: "a response within 50 ms", holds: false, found: "got one after 84 ms" }],
    certificateProblems: [],
    found: ["serverVersion: 15.9", "encrypted: true", "futureFact: 7"],
    error: isMet
      ? null
      : { code: "expectation_failed", message: "Expected a response within 50 ms, got one after 84 ms." }
  }
}

const changed = (service: AService, rest: string | undefined, body: Call["body"]): Service => {
  if (rest === "pause") service.state = "paused"
  else if (rest === "resume") service.state = "up"
  else if (rest !== "tags") Object.assign(service.settings, body)
  if (typeof body["name"] === "string") service.name = body["name"]
  return serviceRecord(service)
}

export const answerServices = (
  services: Array<AService>,
  timeline: Timeline,
  { body, method, path }: Call
): unknown => {
  const [, , id, rest] = path.split("/")
  if (id === "try" || rest === "try") return serviceTrialOf(body)
  if (id === undefined) {
    const service: AService = { ...makeService(3), id: `service-${services.length}`, settings: { ...body } }
    if (typeof body["name"] === "string") service.name = body["name"]
    services.unshift(service)
    return serviceRecord(service)
  }
  if (id === "bulk") {
    const ids = body["serviceIds"] as ReadonlyArray<string>
    for (const one of ids)
      services.splice(
        services.findIndex((service) => service.id === one),
        1
      )
    return { deleted: ids.length, failed: 0, errors: [] }
  }
  const service = services.find((one) => one.id === id)
  if (service === undefined) return undefined
  if (rest === "timeline") return { ...timeline, incidents: [] }
  if (rest === "history") {
    const site: Pick<Site, "id" | "state"> = { id, state: service.state }
    return checksOf(site as Site).map((check) => ({ ...check, statusCode: null }))
  }
  if (rest === "incidents") return service.state === "down" ? [serviceIncident(service)] : []
  return method === "GET" ? serviceRecord(service) : changed(service, rest, body)
}
