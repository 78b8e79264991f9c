import type { Reply } from "../Behaviour.ts"
import { jsonReply, retryAfter, startVendor, unless, type VendorRequest, type VendorServer } from "./VendorServer.ts"

export interface MonitorAccount {
  readonly apiKey: string
  /** The monitors, in the form of the service. */
  readonly monitors: ReadonlyArray<object>
  /** The heartbeats, which only Better Stack has. */
  readonly heartbeats?: ReadonlyArray<object>
  /** The number of records on a page. Default: the default of the service. */
  readonly pageSize?: number
}

const isGet = ({ method }: VendorRequest): ReadonlyArray<string> => unless(method === "GET", "only GET is allowed")

const hasOnly = ({ url }: VendorRequest, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...url.searchParams.keys()].flatMap((name) => unless(names.includes(name), `unknown parameter ${name}`))

const isNumber = ({ url }: VendorRequest, name: string, most: number): ReadonlyArray<string> => {
  const value = url.searchParams.get(name)
  return unless(value === null || (/^\d+$/u.test(value) && Number(value) <= most), `${name} must be a number`)
}

const originOf = ({ headers, url }: VendorRequest): string => `http://${String(headers["host"])}${url.pathname}`

const refuse = (status: number, wait: number | null, problems: ReadonlyArray<string>): Reply =>
  jsonReply(problems.includes("wrong key") ? 401 : status, { message: problems.join(", ") }, retryAfter(wait))

const hasBearer = ({ headers }: VendorRequest, apiKey: string): ReadonlyArray<string> =>
  unless(headers["authorization"] === `Bearer ${apiKey}`, "wrong key")

/** Starts a server with the monitor list of UptimeRobot (API v3). `nextLink` contains a cursor. */
export const startUptimeRobot = ({ apiKey, monitors, pageSize = 50 }: MonitorAccount): Promise<VendorServer> =>
  startVendor({
    check: (request) => [
      ...isGet(request),
      ...hasBearer(request, apiKey),
      ...unless(request.url.pathname === "/v3/monitors", "unknown path"),
      ...hasOnly(request, "cursor", "limit"),
      ...isNumber(request, "cursor", monitors.length)
    ],
    accept: (request) => {
      const from = Number(request.url.searchParams.get("cursor") ?? 0)
      const to = from + pageSize
      const nextLink = to < monitors.length ? `${originOf(request)}?limit=${pageSize}&cursor=${to}` : null
      return jsonReply(200, { nextLink, data: monitors.slice(from, to) })
    },
    refuse
  })

/**
 * Starts a server with the monitors and heartbeats of Better Stack Uptime (API v2). `pagination.next` contains a page
 * number.
 */
export const startBetterStack = ({
  apiKey,
  heartbeats = [],
  monitors,
  pageSize
}: MonitorAccount): Promise<VendorServer> =>
  startVendor({
    check: (request) => [
      ...isGet(request),
      ...hasBearer(request, apiKey),
      ...unless(/^\/api\/v2\/(?:monitors|heartbeats)$/u.test(request.url.pathname), "unknown path"),
      ...hasOnly(request, "page", "per_page"),
      ...isNumber(request, "page", 10_000),
      ...isNumber(request, "per_page", 250)
    ],
    accept: (request) => {
      const records = request.url.pathname.endsWith("/monitors") ? monitors : heartbeats
      const size = pageSize ?? Number(request.url.searchParams.get("per_page") ?? 50)
      const page = Number(request.url.searchParams.get("page") ?? 1)
      const link = (number: number) => `${originOf(request)}?page=${number}&per_page=${size}`
      return jsonReply(200, {
        data: records.slice((page - 1) * size, page * size),
        pagination: { first: link(1), next: page * size < records.length ? link(page + 1) : null }
      })
    },
    refuse
  })

const startWholeList = (path: string, apiKey: string, list: object): Promise<VendorServer> =>
  startVendor({
    check: (request) => [
      ...isGet(request),
      ...unless(request.headers["x-api-key"] === apiKey, "wrong key"),
      ...unless(request.url.pathname === path, "unknown path"),
      ...hasOnly(request)
    ],
    accept: () => jsonReply(200, list),
    refuse
  })

/** Starts a server with the checks of updown.io. One response contains all checks. */
export const startUpdown = ({ apiKey, monitors }: MonitorAccount): Promise<VendorServer> =>
  startWholeList("/api/checks", apiKey, monitors)

/** Starts a server with the checks of a project of Healthchecks (API v3). One response contains all checks. */
export const startHealthchecks = ({ apiKey, monitors }: MonitorAccount): Promise<VendorServer> =>
  startWholeList("/api/v3/checks/", apiKey, { checks: monitors })
