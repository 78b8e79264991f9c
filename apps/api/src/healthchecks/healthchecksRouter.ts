import type { Credentials, IdempotentRequests } from "@mon/core-store"
import { type Cause, Clock, Effect, Schema } from "effect"
import type { HandlerServices } from "../api/ApiHandler.ts"
import type { Authenticator } from "../http/Authentication.ts"
import type { EndpointTable } from "../http/EndpointTable.ts"
import { errorResponseFor } from "../http/ErrorResponse.ts"
import { type HttpResponse, jsonResponse } from "../http/HttpResponse.ts"
import { Readiness } from "../http/OpenEndpoints.ts"
import { type RateWindow, withRateLimitHeaders } from "../http/RateLimit.ts"
import { type JsonObject, readBytes } from "../http/RequestBody.ts"
import { apiKeyOf, type RequestContext } from "../http/RequestContext.ts"
import { type LabelledResponse, matchPath } from "../http/Router.ts"
import {
  type CheckRequest,
  createCheck,
  deleteCheck,
  getCheck,
  listChannels,
  listChecks,
  listFlips,
  listPings,
  pauseCheck,
  pingBody,
  refuseBadges,
  resumeCheck,
  updateCheck,
  UUID
} from "./checkCalls.ts"
import { invalid } from "./CheckSpec.ts"
import type { CheckView } from "./toCheck.ts"
import type { ApiVersion } from "./toHeartbeat.ts"

type Services = HandlerServices | Credentials | IdempotentRequests | Readiness

interface Call {
  readonly handle: (request: CheckRequest) => Effect.Effect<HttpResponse, unknown, HandlerServices | IdempotentRequests>
  /** Whether read-only keys may make the call. */
  readonly reads: boolean
}

interface Route {
  readonly template: ReadonlyArray<string>
  /** Matches the id in the path. */
  readonly id: RegExp
  readonly calls: ReadonlyMap<string, Call>
}

const UNIQUE_KEY = /^[\da-f]{40}$/u
const NO_ID = /^$/u

const read = (handle: Call["handle"]): Call => ({ handle, reads: true })
const write = (handle: Call["handle"]): Call => ({ handle, reads: false })

const route = (template: string, id: RegExp, calls: ReadonlyArray<readonly [string, Call]>): Route => ({
  template: template.split("/"),
  id,
  calls: new Map(calls)
})

/** The paths of the management API (hc/api/urls.py), without the trailing slash. */
const routes: ReadonlyArray<Route> = [
  route("checks", NO_ID, [
    ["GET", read(listChecks)],
    ["POST", write(createCheck)]
  ]),
  route("checks/:id", UUID, [
    ["GET", read(getCheck)],
    ["POST", write(updateCheck)],
    ["DELETE", write(deleteCheck)]
  ]),
  route("checks/:id", UNIQUE_KEY, [["GET", read(getCheck)]]),
  route("checks/:id/pause", UUID, [["POST", write(pauseCheck)]]),
  route("checks/:id/resume", UUID, [["POST", write(resumeCheck)]]),
  route("checks/:id/pings", UUID, [["GET", write(listPings)]]),
  route("checks/:id/pings/:n/body", UUID, [["GET", write(pingBody)]]),
  route("checks/:id/flips", UUID, [["GET", read(listFlips)]]),
  route("checks/:id/flips", UNIQUE_KEY, [["GET", read(listFlips)]]),
  route("channels", NO_ID, [["GET", write(listChannels)]]),
  route("badges", NO_ID, [["GET", read(refuseBadges)]])
]

interface Found {
  readonly route: Route
  readonly id: string
  readonly n: string
}

const findRoute = (path: string): Found | null => {
  const segments = path.split("/")
  for (const each of routes) {
    const { id = "", n = "" } = matchPath(each.template, segments) ?? { id: "/" }
    if (each.id.test(id)) return { route: each, id, n }
  }
  return null
}

const refused = (status: number, error: string): HttpResponse => jsonResponse(status, { error })

const ErrorEnvelope = Schema.fromJsonString(Schema.Struct({ message: Schema.String }))

/** Converts a refusal by the HTTP layer to the form that Healthchecks uses. */
const asRefusal = (response: HttpResponse): HttpResponse => ({
  ...refused(response.status, Schema.decodeUnknownSync(ErrorEnvelope)(response.body).message),
  headers: response.headers ?? {}
})

const headersFor = (calls: Route["calls"]) => ({
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "X-Api-Key",
  "Access-Control-Allow-Methods": [...calls.keys(), "OPTIONS"].join(", "),
  "Access-Control-Max-Age": "600"
})

/** The largest body of a request, in bytes. */
const BODY_LIMIT = 65_536

const utf8 = new TextDecoder("utf-8", { fatal: true })

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Parses a request body. Ansible's module sends `null` if it has no body. If the body is invalid, returns the message
 * of the refusal as text.
 */
const parseBody = (bytes: Uint8Array): JsonObject | string => {
  if (bytes.length === 0) return {}
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes))
    if (value === null) return {}
    return isObject(value) ? value : invalid("value is not an object")
  } catch {
    return "could not parse request body"
  }
}

/** Returns the API key in the headers or, if they contain none, in the body. Null: the request contains no key. */
const keyOf = ({ request }: RequestContext, body: JsonObject): string | null => {
  const key = apiKeyOf(request.headers) ?? (Object.hasOwn(body, "api_key") ? body["api_key"] : null)
  return typeof key === "string" && key !== "" ? key : null
}

/** Matches the paths of the management API. Below `/hc`, they do not overlap with the paths of Mon's own API. */
const PATH = /^(?<prefix>\/hc)?\/api\/v(?<version>[123])\/(?<rest>.*?)\/?$/u

const versionOf = (digit: string): ApiVersion => (digit === "1" ? 1 : digit === "2" ? 2 : 3)

/** Reports whether the database is available, as plain text. */
const status = Effect.gen(function* () {
  const problems = yield* (yield* Readiness).problems
  const contentType = "text/plain; charset=utf-8"
  return problems.length === 0
    ? { status: 200, body: "OK", contentType }
    : { status: 503, body: "the database is not available", contentType }
})

/** The parts of the server that the router needs. */
interface HealthchecksServer {
  readonly authenticator: Authenticator
  readonly table: EndpointTable<HandlerServices>
  readonly baseUrl: () => string
}

/**
 * Returns the router for versions 1 to 3 of the management API of Healthchecks. It calls the endpoints of Mon's own
 * API, so that their access rights, limits and audit log apply. Null: the path does not belong to the management API,
 * or it belongs to Mon's own API.
 */
export const healthchecksRouter = ({ authenticator, baseUrl, table }: HealthchecksServer) => {
  const handle = Effect.fnUntraced(function* (context: RequestContext, view: CheckView, found: Found) {
    const one = found.route.calls.get(context.method === "HEAD" ? "GET" : context.method)
    const nowMs = yield* Clock.currentTimeMillis
    let window: RateWindow | undefined
    const work = Effect.gen(function* () {
      if (one === undefined) return refused(405, "method not allowed")
      const body = context.method === "POST" ? parseBody(yield* readBytes(context.request, BODY_LIMIT)) : {}
      if (typeof body === "string") return refused(400, body)
      const key = keyOf(context, body)
      const authentication = yield* authenticator.authenticateKey(context, nowMs, key)
      window = authentication.window
      if (authentication._tag === "Refused") {
        const { response } = authentication
        if (response.status !== 401) return asRefusal(response)
        return refused(401, key === null ? "missing api key" : "wrong api key")
      }
      const { caller: given } = authentication
      if (!one.reads && given.scope === "read") return refused(401, "wrong api key")
      // All that this API can do concerns heartbeats, but some of it calls endpoints of tags and channels.
      const caller = given.scope === "heartbeats" ? { ...given, scope: "write" as const } : given
      return yield* one.handle({ context, caller, table, view, id: found.id, n: found.n, body })
    })
    const response = yield* Effect.catchCause(work, (cause: Cause.Cause<unknown>) =>
      Effect.map(errorResponseFor(cause), asRefusal)
    )
    return withRateLimitHeaders(response, window ?? authenticator.countAddress(context, nowMs))
  })

  return (context: RequestContext): LabelledResponse<Services> | null => {
    const { method, path } = context
    const { prefix = "", rest = "", version = "" } = PATH.exec(path)?.groups ?? {}
    if (version === "") return null
    const ownMethod = method === "OPTIONS" ? "GET" : method
    if (prefix === "" && version === "1" && table.match(ownMethod, path) !== null) return null
    if (rest === "status") return { label: "healthchecks status", response: status }
    const found = findRoute(rest)
    if (found === null) return null
    const headers = headersFor(found.route.calls)
    const view = { version: versionOf(version), base: `${baseUrl()}${prefix}` }
    const response =
      method === "OPTIONS"
        ? Effect.succeed({ status: 204, body: "", contentType: "text/plain; charset=utf-8" })
        : handle(context, view, found)
    return {
      label: `healthchecks ${found.route.template.join("/")}`,
      response: Effect.map(response, (answered) => ({ ...answered, headers: { ...answered.headers, ...headers } }))
    }
  }
}
