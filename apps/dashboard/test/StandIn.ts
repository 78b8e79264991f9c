import type {
  CheckRecord,
  Domain,
  Incident,
  IncidentDetails,
  LiveEvent,
  MonitorList,
  Timeline,
  TimelineEvent,
  TimelineRange
} from "@mon/model"
import { answerScreens } from "./answerScreens.ts"
import { existsSync, readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { makeAccountState } from "./accountRecords.ts"
import { answerOnCall } from "./answerOnCall.ts"
import { answerAccount } from "./answerAccount.ts"
import { answerSources } from "./answerSources.ts"
import { appliedResult, exportedFile, planOf } from "./configFileRecords.ts"
import { deliveriesAt } from "./deliveryRecords.ts"
import { answerStatusPages, previewPage } from "./answerStatusPages.ts"
import { makePage, pageRow, picture, type WatchedPage } from "./pageRecords.ts"
import { eventsOf } from "./eventRecords.ts"
import { type Job, jobRow } from "./heartbeatRecords.ts"
import { makeMarkers } from "./markerRecords.ts"
import {
  accountOf,
  checksOf,
  domainOf,
  incidentNow,
  incidentOf,
  monitorFieldNames,
  monitorRow,
  type Site,
  timelineOf
} from "./records.ts"
import { availabilityOf } from "./reportRecords.ts"
import { type AService, serviceRow } from "./serviceRecords.ts"
import { makeJobs } from "./simulationRecords.ts"
import { trialOf } from "./trialRecords.ts"
import { refusedConnection } from "./refusedConnection.ts"
import { repairOfIncident } from "./repairRecords.ts"

const dist = fileURLToPath(new URL("../dist", import.meta.url))

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml"
}

/** The content security policy of the real server, so that the tests find violations too. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types mon-worker"

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = ""
  for await (const piece of request) text += String(piece)
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>)
}

const change = (site: Site, rest: string | undefined, body: Record<string, unknown>): Domain => {
  if (rest === "pause") site.state = "paused"
  else if (rest === "resume") site.state = "up"
  else if (rest === "tags") site.tags = (body["tagIds"] as Array<string>).map(Number)
  else Object.assign(site.settings, body)
  if (typeof body["name"] === "string") site.name = body["name"]
  return domainOf(site)
}

const servePreview = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  let form = ""
  for await (const piece of request) form += String(piece)
  response.writeHead(200, { "Content-Type": "text/html", "Content-Security-Policy": "sandbox; default-src 'none'" })
  response.end(previewPage(form))
}

/** Starts a stand-in for the API, with sites in memory. Its records have the types of the API contract. */
export const startStandIn = async (
  sites: Array<Site>,
  pages: Array<WatchedPage> = [],
  heartbeats: Array<Job> = [],
  services: Array<AService> = []
) => {
  const jobs = makeJobs()
  const screens = { sites, pages, heartbeats, services, jobs, markers: makeMarkers() }
  const idempotencyKeys: Array<string> = []
  const streams = new Set<ServerResponse>()
  let isDown = false
  let isPaused = false
  const account = makeAccountState()
  const service = { networkInDoubt: [] as Array<string>, storesEmails: false }
  /** The properties that differ from the usual account. */
  const owner: Record<string, unknown> = {}
  const pausedAt = () => (isPaused ? "2026-11-20T10:00:00.000Z" : null)

  const found = (id: string | undefined): Site | undefined => sites.find((site) => site.id === id)
  const openIncidents = (): ReadonlyArray<Incident> =>
    sites.filter(({ state }) => state === "down").map((site) => incidentOf(site))

  const answer = (method: string, path: string, query: URLSearchParams, body: Record<string, unknown>): unknown => {
    const [, group = "", id, rest] = path.split("/")
    const site = found(id)
    if (group === "config") {
      account.configFile.push(body)
      return id === "plan" ? planOf(String(body["document"])) : appliedResult
    }
    if (group === "reports") return availabilityOf(sites, query)
    if (group === "on-call")
      return answerOnCall(account, { method, group, id, rest: path.split("/").slice(3).join("/"), query, body })
    if (group === "alert-sources")
      return answerSources(account, { method, group, id, rest: path.split("/").slice(3).join("/"), query, body })
    if (group === "status-pages") return answerStatusPages(account, method, path.split("/").slice(2), body, query)
    if (method === "GET" && group === "monitors") {
      const list: MonitorList = {
        fields: monitorFieldNames,
        tags: [
          { id: "0", name: "Care plan", color: "#1a5fc4" },
          { id: "1", name: "No contract", color: "#6b7280" }
        ],
        rows: [...sites.map(monitorRow), ...pages.map(pageRow), ...heartbeats.map(jobRow), ...services.map(serviceRow)]
      }
      return list
    }
    if (group === "status") {
      return {
        plan: "agency",
        usage: {
          domains: { used: sites.length, limit: 1_000 },
          urls: { used: 6, limit: 1_000 },
          simulationCredits: { balance: 6_907, annual: 12_000 }
        },
        notificationsPausedAt: pausedAt(),
        notificationsPausedUntil: null,
        service
      }
    }
    if (group === "notifications" && (id === "resume" || id === "pause" || id === "pause-status")) {
      if (id !== "pause-status") isPaused = id === "pause"
      return { paused: isPaused, pausedAt: pausedAt(), pausedUntil: null }
    }
    if (owner["role"] === "member" && group === "team")
      return { problem: "Only the account owner can manage team members.", status: 403 }
    const about = answerAccount(account, { method, group, id, rest, query, body })
    if (about !== undefined) return about
    if (group === "account") return { ...accountOf(sites.length), ...owner, name: account.name }
    if (group === "incidents" && id === undefined) return openIncidents()
    if (group === "incidents") {
      const owned = sites.find((one) => incidentOf(one).id === id)
      if (rest === "acknowledge" && owned !== undefined) {
        const note = typeof body["note"] === "string" ? body["note"] : null
        owned.acknowledgement =
          method === "POST"
            ? { at: new Date().toISOString(), by: "Maria", via: "dashboard", channel: null, note }
            : null
        return incidentOf(owned)
      }
      if (rest === "verify" && owned !== undefined) {
        owned.reportedAt = new Date().toISOString()
        return repairOfIncident(incidentOf(owned), owned.reportedAt)
      }
      const incident = sites.map(incidentNow).find((one) => one.id === id)
      const details: IncidentDetails | undefined =
        incident === undefined
          ? undefined
          : {
              ...incident,
              diagnosis: refusedConnection,
              repair: repairOfIncident(incident, found(incident.domainId)?.reportedAt ?? null),
              // The newest check was made a minute ago, before a test reports that the site is repaired.
              evidence: checksOf(found(incident.domainId)).slice(1, 5),
              suppressedBy: null,
              silence: null,
              sharedCause: found(incident.domainId)?.sharedCause ?? null,
              deliveries: deliveriesAt(incident.startedAt)
            }
      return details
    }
    if (group === "domains" && id === "try") return trialOf(String(body["url"]), body)
    if (group === "domains" && id === undefined && method === "POST") {
      const url = String(body["url"])
      if (url.includes("refused")) return { problem: "The host must be a public name." }
      const name = String(body["name"] ?? url)
      const added: Site = { ...makeSite(sites.length), name, host: url, state: "unknown", since: null }
      sites.unshift(added)
      return domainOf(added)
    }
    if (group === "domains" && id === "bulk" && method === "DELETE") {
      const ids = body["domainIds"] as ReadonlyArray<string>
      for (const one of ids)
        sites.splice(
          sites.findIndex((each) => each.id === one),
          1
        )
      return { deleted: ids.length, failed: 0, errors: [] }
    }
    if (site === undefined) return undefined
    if (rest === "try") return trialOf(site.host, body)
    if (rest === "timeline" && path.split("/")[4] === "events")
      return eventsOf(query.get("kind")) satisfies ReadonlyArray<TimelineEvent>
    if (rest === "timeline") return timelineOf(site, (query.get("range") ?? "24h") as TimelineRange) satisfies Timeline
    if (rest === "advisories") return []
    if (rest === "history") return checksOf(site) satisfies ReadonlyArray<CheckRecord>
    if (rest === "incidents") return site.state === "down" ? [incidentOf(site)] : []
    return method === "GET" ? domainOf(site) : change(site, rest, body)
  }

  const serveApi = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    if (isDown) return void response.destroy()
    const method = request.method ?? "GET"
    const key = request.headers["idempotency-key"]
    if (typeof key === "string") idempotencyKeys.push(key)
    const query = new URLSearchParams((request.url ?? "").split("?")[1] ?? "")
    const body = await bodyOf(request)
    const own = answerScreens(screens, {
      method,
      path,
      body,
      isFresh: query.get("fresh") === "true",
      isReviewed: query.get("reportsReviewed") === "true",
      range: (query.get("range") ?? undefined) as TimelineRange | undefined
    })
    const data = (own === null ? answer(method, path, query, body) : own) as
      | { readonly problem?: string; readonly status?: unknown }
      | undefined
    const refusal = typeof data?.status === "number" ? data.status : 400
    const status = data === undefined ? 404 : data.problem === undefined ? 200 : refusal
    response.writeHead(status, { "Content-Type": "application/json" })
    response.end(
      JSON.stringify(
        status === 200 ? { success: true, data } : { success: false, message: data?.problem ?? "Not found." }
      )
    )
  }

  const serveEvents = (response: ServerResponse): void => {
    if (isDown) return void response.destroy()
    response.writeHead(200, { "Content-Type": "text/event-stream" })
    response.write("retry: 100\nevent: ready\ndata: {}\n\n")
    streams.add(response)
    response.on("close", () => streams.delete(response))
  }

  const serveFile = (path: string, response: ServerResponse): void => {
    const file = join(dist, path.replace(/^\/app\/?/u, ""))
    const isFile = extname(path) !== "" && existsSync(file)
    const served = isFile ? file : join(dist, "index.html")
    response.writeHead(200, {
      "Content-Type": types[extname(served)] ?? "application/octet-stream",
      ...(isFile ? {} : { "Content-Security-Policy": CSP })
    })
    response.end(readFileSync(served))
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/"
    if (path === "/api/v1/events") serveEvents(response)
    else if (path === "/status-preview") void servePreview(request, response)
    else if (path.startsWith("/images/")) {
      response.writeHead(200, { "Content-Type": "image/svg+xml" })
      response.end(picture(path.includes("after")))
    } else if (path.endsWith("/download/campaign")) {
      response.writeHead(200, { "Content-Type": "text/csv" })
      response.end("row,input,email\r\n1,ann@example.org,ann@example.org\r\n2,bob@example.net,bob@example.net\r\n")
    } else if (path === "/api/v1/reports/availability/pdf") {
      const isKnown = /[?&]language=(?:de|en)(?:&|$)/u.test(request.url ?? "")
      const message = isKnown ? "This service has no Chromium." : "language must be one of: en, de."
      const isPrinted = isKnown && account.hasBrowser
      response.writeHead(isPrinted ? 200 : isKnown ? 503 : 400, {
        "Content-Type": isPrinted ? "application/pdf" : "application/json; charset=utf-8"
      })
      response.end(isPrinted ? "%PDF-1.7" : JSON.stringify({ success: false, message }))
    } else if (path === "/api/v1/config") {
      response.writeHead(200, { "Content-Type": "application/yaml; charset=utf-8" })
      response.end(exportedFile)
    } else if (path.startsWith("/api/v1/")) void serveApi(request, response, path.slice("/api/v1".length))
    else serveFile(path, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    idempotencyKeys,
    account,
    service,
    owner,
    pages,
    jobs,
    goDown: (down: boolean) => {
      isDown = down
      if (down) for (const stream of streams) stream.destroy()
    },
    streams: () => streams.size,
    send: ({ data, name }: LiveEvent) => {
      for (const stream of streams) stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    pauseAlerts: () => {
      isPaused = true
    },
    /** Sets the first state of a site, as its first check would. */
    settle: (host: string, state: Site["state"]) => {
      const site = sites.find((one) => one.host === host)
      if (site !== undefined) Object.assign(site, { state, since: Date.now() })
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** Returns pages, some in each state. */
export const somePages = (count: number): Array<WatchedPage> =>
  Array.from({ length: count }, (_, number) => makePage(number))

const words = ["Bakken", "Fjord", "Tindra", "Viken", "Brygge", "Havn", "Moss", "Sjoblom"] as const
const trades = ["Legal", "Dental", "Coffee", "Clinic", "Garage", "Hotel", "Optics", "Bakery"] as const

/** Returns the site with a number. Most sites are fine, and some need attention. */
export const makeSite = (number: number): Site => {
  const name = `${words[number % 8] ?? ""} ${trades[(number >> 3) % 8] ?? ""}${number >= 64 ? ` ${number}` : ""}`
  return {
    id: `id-${number}`,
    name,
    host: `${name.toLowerCase().replaceAll(" ", "-")}.example`,
    state: number % 167 === 1 ? "down" : number % 211 === 5 ? "paused" : "up",
    since: Date.now() - 21 * 60_000 - number * 1_000,
    grade: number % 100 === 3 ? "F" : number % 9 === 4 ? "C" : "A",
    certDays: number % 250 === 7 ? 4 : 40 + (number % 300),
    regDays: number % 330 === 9 ? 23 : 100 + (number % 400),
    tags: [number % 2],
    settings: {}
  }
}
