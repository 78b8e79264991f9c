import { parseCookie } from "cookie"
import { Clock, Effect } from "effect"
import { ADDRESS_LIMIT, makeAddressBuckets } from "../http/AddressBuckets.ts"
import type { Exchange, Reply } from "../http/RequestContext.ts"
import { failureReply } from "../http/ErrorResponse.ts"
import { matchPath } from "../http/PathTemplate.ts"
import { windowStart } from "../http/RateLimit.ts"
import { readBytes } from "../http/RequestBody.ts"
import { faultPage, faultReply } from "./page/errorPages.ts"
import type { PageRequest, PageRoute } from "./page/PageRoute.ts"
import { isSameOrigin } from "./page/sameOrigin.ts"

/** What a posted form may hold. */
const FORM_LIMIT = 65_536

/** The reply of the page that a request asks for, and the route that it is counted under; null when there is none. */
export interface FoundPage<R> {
  readonly label: string
  readonly reply: Effect.Effect<Reply, never, R>
}

/** What all pages of a server have in common. */
export interface PageGround {
  readonly clientAddress: (exchange: Exchange) => string
  readonly baseUrl: () => string
  readonly service: string
}

const wantsHtml = ({ request }: Exchange): boolean => (request.headers.accept ?? "").includes("text/html")

/** Finds pages by method and path; what a browser does not find, it is told in a page. */
export const makePageTable = <R>(
  routes: ReadonlyArray<PageRoute<R>>,
  { baseUrl, clientAddress, service }: PageGround
) => {
  const templates = routes.map((route) => ({ route, segments: route.path.split("/") }))

  const requestOf = (exchange: Exchange, params: PageRequest["params"]): PageRequest => {
    const bytes: PageRequest["bytes"] = (limit) => readBytes(exchange.request, limit)
    return {
      exchange,
      params,
      query: new URLSearchParams(exchange.query),
      cookies: parseCookie(exchange.request.headers.cookie ?? ""),
      clientAddress: clientAddress(exchange),
      baseUrl: baseUrl(),
      service,
      bytes,
      form: Effect.map(bytes(FORM_LIMIT), (body) => new URLSearchParams(new TextDecoder().decode(body)))
    }
  }

  const nobody = ({ path }: Exchange) => ({ service, here: path, person: null })

  const buckets = makeAddressBuckets()

  /** An address that floods costs no more than this. */
  const unlessFlooding = <E, S>(exchange: Exchange, reply: Effect.Effect<Reply, E, S>): Effect.Effect<Reply, E, S> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const start = windowStart(now)
      return buckets.take(clientAddress(exchange), start) > ADDRESS_LIMIT
        ? Effect.succeed(faultPage("flood", nobody(exchange)))
        : reply
    })

  const answer = (
    route: PageRoute<R>,
    exchange: Exchange,
    params: PageRequest["params"]
  ): Effect.Effect<Reply, never, R> => {
    if (route.method === "POST" && !isSameOrigin(exchange.request.headers, baseUrl(), route)) {
      return Effect.succeed(faultPage("foreign", nobody(exchange)))
    }
    return Effect.suspend(() => route.reply(requestOf(exchange, params))).pipe(
      Effect.catchCause((cause) => (wantsHtml(exchange) ? faultReply(cause, nobody(exchange)) : failureReply(cause)))
    )
  }

  return (exchange: Exchange): FoundPage<R> | null => {
    const method = exchange.method === "HEAD" ? "GET" : exchange.method
    const segments = exchange.path.split("/")
    for (const { route, segments: template } of templates) {
      const params = route.method === method ? matchPath(template, segments) : null
      if (params !== null)
        return { label: route.path, reply: unlessFlooding(exchange, answer(route, exchange, params)) }
    }
    return wantsHtml(exchange)
      ? { label: "unmatched", reply: Effect.succeed(faultPage("absent", nobody(exchange))) }
      : null
  }
}
