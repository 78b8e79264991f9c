import { BASE_PATH, messages } from "@mon/api-contract"
import {
  type BlobLinks,
  type Blobs,
  type Credentials,
  type IdempotentRequests,
  Secrets,
  type Sessions,
  StatusPageDocuments,
  StatusPageHosts
} from "@mon/core-store"
import { Clock, Context, Effect, Layer, type Scope } from "effect"
import type { HandlerServices } from "./api/ApiHandler.ts"
import { apiHandlerOf, apiEndpoints } from "./api/apiHandlers.ts"
import { ApiConfig } from "./ApiConfig.ts"
import { type Authenticator, clientAddress, makeAuthenticator } from "./http/Authentication.ts"
import { errorResponse } from "./http/ErrorResponse.ts"
import { handleApiRequest } from "./http/handleApiRequest.ts"
import { makeHttpMetrics } from "./http/HttpMetrics.ts"
import type { HttpResponse } from "./http/HttpResponse.ts"
import { handleImage, IMAGES_PATH } from "./http/imageEndpoint.ts"
import { type Closing, type ListenError, makeListener, serve } from "./http/Server.ts"
import {
  healthEndpoint,
  liveEndpoint,
  metricsEndpoint,
  OPENAPI_PATH,
  openApiResponse,
  type OpenEndpoint,
  type Readiness,
  readyEndpoint
} from "./http/OpenEndpoints.ts"
import { isOverLimit, tooManyRequests, withRateLimitHeaders } from "./http/RateLimit.ts"
import type { RequestContext } from "./http/RequestContext.ts"
import type { LabelledResponse, Router } from "./http/Router.ts"
import { type EndpointTable, makeEndpointTable } from "./http/EndpointTable.ts"
import { mcpRouter } from "./mcp/mcpRouter.ts"
import { startWarnings } from "./startWarnings.ts"
import { PublicUrl } from "./PublicUrl.ts"
import { type PageServices, pageEndpoints } from "./web/pageEndpoints.ts"
import { makeAlertSourceRouter } from "./alertSources/alertSourceRouter.ts"
import { healthchecksRouter } from "./healthchecks/healthchecksRouter.ts"
import { receiveMail } from "./mail/receiveMail.ts"
import { keepReceiving } from "./pings/keepReceiving.ts"
import { mailPings } from "./pings/mailPings.ts"
import { makePingReceiver } from "./pings/PingReceiver.ts"
import { makePingRouter } from "./pings/pingRouter.ts"
import { makePageRouter } from "./web/PageRouter.ts"
import { makeStatusPageRouter } from "./web/statusPages/statusPageRouter.ts"

export class ApiServer extends Context.Service<
  ApiServer,
  {
    readonly host: string
    readonly port: number
    /** The public URL: `MON_BASE_URL`, or `http://host:port`. It has no trailing slash. */
    readonly baseUrl: string
    readonly metricsPort: number
    /** The port that receives pings by email. Null: the service does not receive pings by email. */
    readonly mailPort: number | null
  }
>()("@mon/api/ApiServer") {
  /** Serves requests until its scope closes, then completes the requests in progress. */
  static readonly layerNoDeps: Layer.Layer<ApiServer, ListenError, ApiConfig | RequestServices> = Layer.effect(
    ApiServer,
    Effect.suspend(() => start())
  )
}

export type RequestServices =
  | HandlerServices
  | Credentials
  | IdempotentRequests
  | Sessions
  | Readiness
  | Blobs
  | BlobLinks
  | PublicUrl
  | PageServices
  | StatusPageDocuments

const notFound: LabelledResponse<never> = {
  label: "unmatched",
  response: Effect.succeed(errorResponse(404, messages.notFound))
}

const isRead = ({ method }: RequestContext): boolean => method === "GET" || method === "HEAD"

const noPages = () => null

const openRouter = (
  endpoints: ReadonlyArray<OpenEndpoint>,
  findPage: (context: RequestContext) => LabelledResponse<PageServices> | null = noPages
): Router<Readiness | Blobs | BlobLinks | PageServices> => {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.label, endpoint]))
  return (context) => {
    if (context.path.startsWith(IMAGES_PATH)) {
      return { label: `${IMAGES_PATH}:hash`, response: handleImage(context) }
    }
    const found = isRead(context) ? byPath.get(context.path) : undefined
    return found === undefined ? (findPage(context) ?? notFound) : { label: found.label, response: found.handle() }
  }
}

/** Returns the OpenAPI document as bytes, so that it is compressed only once. */
const documentFor = (baseUrl: string): HttpResponse => {
  const { body, ...response } = openApiResponse(baseUrl)
  return { ...response, body: Buffer.from(String(body)), compressible: true, validated: true }
}

/** Returns the router for the API's endpoints. `others` finds the responses to requests that match no endpoint. */
const apiRouter = (
  authenticator: Authenticator,
  table: EndpointTable<HandlerServices>,
  baseUrl: () => string,
  others: (context: RequestContext) => LabelledResponse<RequestServices> | null
): Router<RequestServices> => {
  const handle = handleApiRequest(authenticator)
  let document: HttpResponse | undefined
  const openApi = (context: RequestContext) =>
    Effect.map(Clock.currentTimeMillis, (nowMs) => {
      const window = authenticator.countAddress(context, nowMs)
      const response = isOverLimit(window) ? tooManyRequests(window, nowMs) : (document ??= documentFor(baseUrl()))
      return withRateLimitHeaders(response, window)
    })
  return (context) => {
    if (context.path === OPENAPI_PATH && isRead(context)) {
      return { label: OPENAPI_PATH, response: openApi(context) }
    }
    const match = table.match(context.method, context.path)
    const other = match === null ? others(context) : null
    return other ?? { label: match?.endpoint.label ?? notFound.label, response: handle(context, match) }
  }
}

const isApiPath = (path: string): boolean => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`)

const start = Effect.fnUntraced(function* (): Effect.fn.Return<
  ApiServer["Service"],
  ListenError,
  ApiConfig | RequestServices | Scope.Scope
> {
  const config = yield* ApiConfig
  const services = yield* Effect.context<RequestServices>()
  const metrics = makeHttpMetrics(services)
  const publicUrl = yield* PublicUrl
  const addressOf = clientAddress(config.trustedProxies)
  const authenticator = makeAuthenticator(addressOf, publicUrl.base)
  const table = makeEndpointTable(apiEndpoints, apiHandlerOf)
  const pingReceiver = makePingReceiver()
  const pings = makePingRouter(pingReceiver, addressOf)
  const healthchecks = healthchecksRouter({ authenticator, table, baseUrl: publicUrl.base })
  const alertSources = makeAlertSourceRouter(addressOf)
  const others = (context: RequestContext) => pings(context) ?? healthchecks(context) ?? alertSources(context)
  const api = apiRouter(authenticator, table, publicUrl.base, others)
  const mcp = mcpRouter({ authenticator, table, baseUrl: publicUrl.base, service: config.serviceName ?? "Mon" })
  const around = {
    clientAddress: ({ request }: RequestContext) => addressOf(request),
    service: config.serviceName ?? "Mon"
  }
  const statusPages = yield* makeStatusPageRouter({
    source: yield* StatusPageDocuments,
    hosts: yield* StatusPageHosts,
    secrets: yield* Secrets,
    base: publicUrl.base,
    routerOf: (endpoints, own) => makePageRouter(endpoints, { ...around, ...own })
  })
  const aboutUs = [healthEndpoint, liveEndpoint, readyEndpoint]
  const open = openRouter(
    config.metricsPort === null ? [...aboutUs, metricsEndpoint] : aboutUs,
    makePageRouter([...pageEndpoints, ...statusPages.pages], { ...around, baseUrl: publicUrl.base })
  )
  const router: Router<RequestServices> = (context) =>
    statusPages.findOwnHost(context) ??
    statusPages.ask(context) ??
    statusPages.find(context) ??
    (isApiPath(context.path) ? api(context) : (mcp(context) ?? others(context) ?? open(context)))
  const listener = (found: Router<RequestServices>) => (closing: Closing) =>
    makeListener(services, found, metrics, closing)
  const binding = { host: config.host, maxConnections: config.maxConnections, onRefused: metrics.refuse }
  const metricsRouter = openRouter([...aboutUs, metricsEndpoint])
  const internal: Router<RequestServices> = (context) => statusPages.ask(context) ?? metricsRouter(context)
  // The server for metrics starts first and stops last, so that metrics stay available during the shutdown.
  const separate =
    config.metricsPort === null ? null : yield* serve({ ...binding, port: config.metricsPort }, listener(internal))
  const bound = yield* serve({ ...binding, port: config.port }, listener(router))
  const host = bound.host.includes(":") ? `[${bound.host}]` : bound.host
  publicUrl.listening(`http://${host}:${bound.port}`)
  const { pingMail = null } = config
  const mailPort =
    pingMail === null
      ? null
      : yield* receiveMail(
          { host: pingMail.listenOn ?? config.host, port: pingMail.port, name: pingMail.host, tls: pingMail.tls },
          mailPings(pingMail.host, pingReceiver)
        )
  yield* Effect.forkScoped(keepReceiving)
  yield* Effect.forEach(startWarnings(config, publicUrl.base()), (warning) => Effect.logWarning(warning))
  return { ...bound, baseUrl: publicUrl.base(), metricsPort: (separate ?? bound).port, mailPort }
})
