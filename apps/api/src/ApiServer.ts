import { BASE_PATH, messages, MonApi, routesOf } from "@mon/api-contract"
import type { BlobLinks, Blobs, Credentials, IdempotentRequests } from "@mon/core-store"
import { Clock, Context, Effect, Layer, type Scope } from "effect"
import { ApiConfig } from "./ApiConfig.ts"
import type { HandlerServices, KeyedGroup } from "./api/ApiHandler.ts"
import { handlers } from "./api/apiHandlers.ts"
import { makeGate, rateLimited } from "./http/Authentication.ts"
import { apiReply, withWindow } from "./http/handleApiRequest.ts"
import { clientAddress } from "./http/ClientAddress.ts"
import { errorReply, type Exchange } from "./http/RequestContext.ts"
import { makeHttpMetrics } from "./http/HttpMetrics.ts"
import { IMAGES_PATH, imageReply } from "./http/imageRoute.ts"
import { type Answer, type Answerer, makeListener } from "./http/Listener.ts"
import {
  healthRoute,
  liveRoute,
  metricsRoute,
  OPENAPI_PATH,
  openApiReply,
  type OpenRoute,
  readyRoute
} from "./http/OpenRoutes.ts"
import type { Readiness } from "./http/Readiness.ts"
import { isOver } from "./http/RateLimit.ts"
import { makeRouteTable } from "./http/RouteTable.ts"
import { type ListenError, serve } from "./http/Server.ts"
import { makePageTable } from "./web/PageRouter.ts"
import { type PageServices, pageRoutes } from "./web/pageRoutes.ts"
import { PublicUrl } from "./PublicUrl.ts"

/** Where the API listens. */
export class ApiServer extends Context.Service<
  ApiServer,
  {
    readonly host: string
    readonly port: number
    /** `http://host:port`, or `MON_BASE_URL`; without a slash at its end. */
    readonly baseUrl: string
    /** Where `/metrics` is. */
    readonly metricsPort: number
  }
>()("@mon/api/ApiServer") {
  /** Serves until its scope closes, then lets the requests under way finish. */
  static readonly layerNoDeps: Layer.Layer<ApiServer, ListenError, ApiConfig | RequestServices> = Layer.effect(
    ApiServer,
    Effect.suspend(() => start())
  )
}

/** What requests are served with. */
export type RequestServices =
  | HandlerServices
  | Credentials
  | IdempotentRequests
  | Readiness
  | Blobs
  | BlobLinks
  | PublicUrl
  | PageServices

const keyed: Readonly<Record<KeyedGroup, true>> = {
  dashboard: true,
  domains: true,
  urls: true,
  billing: true,
  team: true,
  tags: true,
  notifications: true,
  webhooks: true,
  account: true,
  settings: true,
  emailHealth: true,
  simulations: true,
  disposableEmail: true
}

const notFound: Answer<never> = { label: "unmatched", reply: Effect.succeed(errorReply(404, messages.notFound)) }

const isRead = ({ method }: Exchange): boolean => method === "GET" || method === "HEAD"

const noPages = () => null

const openAnswerer = (
  routes: ReadonlyArray<OpenRoute>,
  pages: (exchange: Exchange) => Answer<PageServices> | null = noPages
): Answerer<Readiness | Blobs | BlobLinks | PageServices> => {
  const byPath = new Map(routes.map((route) => [route.label, route]))
  return (exchange) => {
    if (exchange.path.startsWith(IMAGES_PATH)) return { label: `${IMAGES_PATH}:hash`, reply: imageReply(exchange) }
    const found = isRead(exchange) ? byPath.get(exchange.path) : undefined
    return found === undefined ? (pages(exchange) ?? notFound) : { label: found.label, reply: found.reply() }
  }
}

const apiAnswerer = (addressOf: ReturnType<typeof clientAddress>, baseUrl: () => string): Answerer<RequestServices> => {
  const gate = makeGate(addressOf)
  const table = makeRouteTable(
    routesOf(MonApi).filter(({ group }) => group in keyed),
    handlers
  )
  const reply = apiReply(gate)
  let document: ReturnType<typeof openApiReply> | undefined
  const openApi = (exchange: Exchange) =>
    Effect.map(Clock.currentTimeMillis, (nowMs) => {
      const window = gate.countAddress(exchange, nowMs)
      return withWindow(isOver(window) ? rateLimited(window, nowMs) : (document ??= openApiReply(baseUrl())), window)
    })
  return (exchange) => {
    if (exchange.path === OPENAPI_PATH && isRead(exchange)) {
      return { label: OPENAPI_PATH, reply: openApi(exchange) }
    }
    const match = table.match(exchange.method, exchange.path)
    return { label: match?.route.label ?? notFound.label, reply: reply(exchange, match) }
  }
}

const isApiPath = (path: string): boolean => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`)

/** The API on its port, and `/metrics` beside it or on a port of its own. */
const start = Effect.fnUntraced(function* (): Effect.fn.Return<
  ApiServer["Service"],
  ListenError,
  ApiConfig | RequestServices | Scope.Scope
> {
  const config = yield* ApiConfig
  const context = yield* Effect.context<RequestServices>()
  const metrics = makeHttpMetrics(context)
  const publicUrl = yield* PublicUrl
  const addressOf = clientAddress(config.trustedProxies)
  const api = apiAnswerer(addressOf, publicUrl.base)
  const aboutUs = [healthRoute, liveRoute, readyRoute]
  const open = openAnswerer(
    config.metricsPort === null ? [...aboutUs, metricsRoute] : aboutUs,
    makePageTable(pageRoutes, {
      clientAddress: ({ request }) => addressOf(request),
      baseUrl: publicUrl.base,
      service: config.serviceName ?? "Mon"
    })
  )
  const answer: Answerer<RequestServices> = (exchange) => (isApiPath(exchange.path) ? api(exchange) : open(exchange))
  const listener = (answerer: Answerer<RequestServices>) => (closing: () => boolean) =>
    makeListener(context, answerer, metrics, closing)
  // The first to open is the last to close: it tells of a process that ends until the requests under way have finished.
  const separate =
    config.metricsPort === null
      ? null
      : yield* serve(
          { host: config.host, port: config.metricsPort },
          listener(openAnswerer([...aboutUs, metricsRoute]))
        )
  const bound = yield* serve({ host: config.host, port: config.port }, listener(answer))
  const host = bound.host.includes(":") ? `[${bound.host}]` : bound.host
  publicUrl.listening(`http://${host}:${bound.port}`)
  if (!publicUrl.base().startsWith("https:")) {
    yield* Effect.logWarning(
      "Sessions travel without encryption: set MON_BASE_URL to an https URL, unless this is for yourself alone"
    )
  }
  return { ...bound, baseUrl: publicUrl.base(), metricsPort: (separate ?? bound).port }
})
