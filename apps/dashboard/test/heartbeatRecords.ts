import type { Heartbeat, HeartbeatPing, Incident, MonitorListRow, Timeline } from "@mon/model"

export interface Job {
  readonly id: string
  name: string
  state: Heartbeat["status"]
  readonly schedule: Heartbeat["schedule"]
  readonly access: Heartbeat["access"]
  /** The changes since the start of the test. */
  readonly settings: Record<string, unknown>
  /** The number of the current ping URL. */
  url: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const iso = (ms: number): string => new Date(ms).toISOString()

const names = ["Nightly backup", "Invoices", "Sync of the stock", "Certificates", "Old cron job", "Reports"] as const

/** Returns the heartbeat with a number. Some heartbeats are in each state. */
export const makeJob = (number: number): Job => ({
  id: `job-of-${number}`,
  name: `${names[number % names.length] ?? ""}${number < names.length ? "" : ` ${number}`}`,
  state: number === 1 ? "down" : number === 3 ? "unknown" : number === 4 ? "paused" : "up",
  schedule:
    number % 3 === 0
      ? { cron: "0 3 * * *", timeZone: "Europe/Berlin" }
      : number % 3 === 1
        ? { every: 3_600 }
        : { onCalendar: "Mon..Fri 03:00" },
  access: number === 5 ? "read" : "owner",
  settings: {},
  url: 1
})

export const someJobs = (count: number): Array<Job> => Array.from({ length: count }, (_, number) => makeJob(number))

const fault = { code: "heartbeat_late", message: "The job has not reported in time." }

const failure = ({ state }: Job) => (state === "down" ? fault : null)

/** Returns whether the job has not sent a ping yet. */
const isNew = ({ state }: Job): boolean => state === "unknown"

export const jobRecord = (job: Job): Heartbeat => {
  const since = Date.now() - 8 * HOUR
  return {
    id: job.id,
    name: job.name,
    status: job.state,
    isPaused: job.state === "paused",
    access: job.access,
    schedule: job.schedule,
    lateAfter: 300,
    maxRuntime: 3_600,
    minRuntime: null,
    atMost: null,
    filters: null,
    slug: null,
    dependsOn: [],
    pingStatus: job.state === "up" || job.state === "down" ? job.state : "unknown",
    isRunning: job.id === "job-of-2",
    isLate: false,
    expectedAt: isNew(job) || job.state === "paused" ? null : iso(Date.now() + (job.state === "down" ? -1 : 5) * HOUR),
    lastPingAt: isNew(job) ? null : iso(since),
    lastRuntimeMs: isNew(job) ? null : 52_300,
    pings: isNew(job) ? 0 : 412,
    pingUrl:
      job.access === "read" ? null : `https://mon.example.com/ping/5f0a4d8c-2b1e-4c7a-9d3f-00000000000${job.url}`,
    pingEmail: null,
    earlierPingUrl:
      job.url === 1 ? null : { lastUsedAt: iso(Date.now() - 2 * HOUR), endsAt: iso(Date.now() + 7 * DAY) },
    lastError: failure(job),
    statusChangedAt: isNew(job) ? null : iso(since),
    uptime: { last24h: 100, last7d: 99.4, last30d: 99.8, maintenanceSeconds: 0 },
    maintenance: null,
    tags: [{ id: "0", name: "Care plan", color: "#1a5fc4" }],
    createdAt: iso(Date.now() - 90 * DAY),
    updatedAt: "2026-11-01T00:00:00.000Z",
    ...job.settings
  }
}

export const jobRow = (job: Job): MonitorListRow => [
  job.id,
  "heartbeat",
  job.name,
  "",
  job.state,
  isNew(job) ? null : Math.floor((Date.now() - 8 * HOUR) / 1_000),
  null,
  isNew(job) ? null : 99.8,
  null,
  null,
  null,
  failure(job)?.code ?? null,
  job.access,
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

export const pingRecord = (changes: Partial<HeartbeatPing> = {}): HeartbeatPing => ({
  n: 412,
  receivedAt: iso(Date.now() - 8 * HOUR),
  kind: "success",
  run: null,
  exitCode: 0,
  runtimeMs: 52_300,
  bodyBytes: 0,
  method: "POST",
  client: "curl/8.5.0",
  network: "192.0.2.0/24",
  isNewNetwork: false,
  ...changes
})

/**
 * Returns the pings of a job that runs every hour, newest first: one run failed, one was late, and three did not
 * happen. A new job has no pings.
 */
export const pingsOf = (job: Job, now = Date.now()): ReadonlyArray<HeartbeatPing> =>
  isNew(job)
    ? []
    : Array.from({ length: 40 }, (_, index) => {
        const failed = index === 6
        const hours = index < 12 ? index : index + 3
        return pingRecord({
          n: 412 - index,
          receivedAt: iso(now - hours * HOUR - (index === 20 ? -20 : 8) * MINUTE),
          kind: failed ? "fail" : "success",
          exitCode: failed ? 2 : 0,
          runtimeMs: 40_000 + ((index * 7_919) % 30_000),
          bodyBytes: failed ? 1_204 : 0,
          isNewNetwork: index === 30
        })
      })

export const jobIncident = (job: Job): Incident => ({
  id: `incident-${job.id}`,
  domainId: job.id,
  domainName: job.name,
  domainUrl: "",
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

const changed = (job: Job, rest: string | undefined, body: Call["body"]): Heartbeat => {
  if (rest === "pause") job.state = "paused"
  else if (rest === "resume") job.state = "up"
  else if (rest === "rotate") job.url += 1
  else if (rest !== "tags") Object.assign(job.settings, body)
  if (typeof body["name"] === "string") job.name = body["name"]
  return jobRecord(job)
}

export const answerHeartbeats = (jobs: Array<Job>, timeline: Timeline, { body, method, path }: Call): unknown => {
  const [, , id, rest, n] = path.split("/")
  if (id === undefined) {
    const job: Job = { ...makeJob(3), id: `job-of-${jobs.length}`, settings: { ...body } }
    if (typeof body["name"] === "string") job.name = body["name"]
    jobs.unshift(job)
    return jobRecord(job)
  }
  if (id === "bulk") {
    const ids = body["heartbeatIds"] as ReadonlyArray<string>
    for (const one of ids)
      jobs.splice(
        jobs.findIndex((job) => job.id === one),
        1
      )
    return { deleted: ids.length, failed: 0, errors: [] }
  }
  const job = jobs.find((one) => one.id === id)
  if (job === undefined) return undefined
  if (rest === "pings")
    return n === undefined ? pingsOf(job) : { text: "pg_dump: error: <b>no space</b> left on device\n", isCut: true }
  if (rest === "timeline") return { ...timeline, incidents: [] }
  if (rest === "incidents") return job.state === "down" ? [jobIncident(job)] : []
  return method === "GET" ? jobRecord(job) : changed(job, rest, body)
}
