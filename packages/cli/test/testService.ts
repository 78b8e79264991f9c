import type { Records } from "@mon/api-contract/plain"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach } from "vitest"

interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly body: unknown
}

type Answer = unknown | ((response: ServerResponse) => void)

/** Makes a service on loopback. A test sets the responses by method and path. Every other request gets status 404. */
export const testService = () => {
  const answers = new Map<string, Answer>()
  const seen: Array<SeenRequest> = []
  const server = createServer(async (request, response) => {
    let text = ""
    for await (const chunk of request) text += String(chunk)
    const path = (request.url ?? "").replace(/^\/api\/v1/u, "")
    const method = request.method ?? ""
    seen.push({
      method,
      path,
      key: request.headers["x-api-key"] as string | undefined,
      body: text === "" ? null : JSON.parse(text)
    })
    const answer = answers.get(`${method} ${path}`)
    if (typeof answer === "function") return void (answer as (response: ServerResponse) => void)(response)
    const [status, body] =
      answer === undefined
        ? [404, { success: false, message: "No such thing." }]
        : [200, { success: true, data: answer }]
    response.writeHead(status, { "Content-Type": "application/json", "X-Request-Id": "r1" }).end(JSON.stringify(body))
  })
  const service = {
    url: "",
    seen,
    answer: (route: string, data: Answer) => void answers.set(route, data),
    /** The environment of a person who is logged in. */
    get env() {
      return { MON_URL: service.url, MON_API_KEY: "mon_key" }
    }
  }
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    answers.clear()
    seen.length = 0
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return service
}

export const refuse = (status: number, message: string) => (response: ServerResponse) =>
  void response.writeHead(status, { "X-Request-Id": "r1" }).end(JSON.stringify({ success: false, message }))

type Row = Records["MonitorList"]["rows"][number]

/** Makes a row of `GET /monitors`. */
export const monitorRow = (
  id: string,
  name: string,
  state: Row[4],
  more: Partial<{ kind: Row[1]; url: string; reason: string; certificateProblem: string }> = {}
): Row => [
  id,
  more.kind ?? "domain",
  name,
  more.url ?? `https://${id}.example.com`,
  state,
  1_795_399_200,
  184,
  99.95,
  62,
  200,
  "A",
  more.reason ?? null,
  "owner",
  [0],
  more.certificateProblem ?? null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  "down"
]

const fields =
  "id kind name url state since responseMs uptime30d certificateDays registrationDays mailGrade reason access tags certificateProblem unseenChanges changedAt acknowledgedBy maintenanceUntil flapping contentFault contentFaultCertain contentFaults".split(
    " "
  )

export const monitorList = (...rows: ReadonlyArray<Row>): Records["MonitorList"] => ({
  fields,
  tags: [{ id: "t1", name: "web", color: "#000000" }],
  rows
})

const counts = { total: 2, up: 1, down: 1, unknown: 0, paused: 0 }

export const statusRecord: Records["Status"] = {
  domains: counts,
  urls: { total: 0, active: 0, changed: 0, error: 0, unknown: 0, paused: 0 },
  plan: "pro",
  usage: {
    domains: { used: 2, limit: 50 },
    urls: { used: 0, limit: 10 },
    simulationCredits: { balance: 0, annual: 0 }
  },
  notificationsPausedAt: null,
  notificationsPausedUntil: null,
  service: { networkInDoubt: [], storesEmails: false }
}

export const incidentRecord: Records["Incident"] = {
  id: "i1",
  domainId: "shop",
  domainName: "Shop",
  domainUrl: "https://shop.example.com",
  status: "open",
  resolution: null,
  startedAt: "2026-11-23T11:00:00.000Z",
  resolvedAt: null,
  durationSeconds: 3_600,
  triggerStatusCode: 500,
  resolutionStatusCode: null,
  triggerError: { code: "http_status", message: "It answered 500." },
  maintenanceWindow: null,
  isAnnounced: true,
  triggerScreenshotUrl: null,
  resolutionScreenshotUrl: null,
  acknowledgement: null,
  checks: []
}
