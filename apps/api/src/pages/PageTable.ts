import { parseCookie } from "cookie"
import { Effect } from "effect"
import type { Exchange, Reply } from "../http/Exchange.ts"
import { failureReply } from "../http/Failure.ts"
import { matchPath } from "../http/PathTemplate.ts"
import { readBytes } from "../http/RequestBody.ts"
import type { PageRequest, PageRoute } from "./PageRoute.ts"

/** What a posted form may hold. */
const FORM_LIMIT = 65_536

/** The reply of the page that a request asks for, and the route that it is counted under; null when there is none. */
export interface FoundPage<R> {
  readonly label: string
  readonly reply: Effect.Effect<Reply, never, R>
}

/** Finds pages by method and path. */
export const makePageTable = <R>(
  routes: ReadonlyArray<PageRoute<R>>,
  clientAddress: (exchange: Exchange) => string,
  baseUrl: () => string
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
      bytes,
      form: Effect.map(bytes(FORM_LIMIT), (body) => new URLSearchParams(new TextDecoder().decode(body)))
    }
  }

  return (exchange: Exchange): FoundPage<R> | null => {
    const method = exchange.method === "HEAD" ? "GET" : exchange.method
    const segments = exchange.path.split("/")
    for (const { route, segments: template } of templates) {
      const params = route.method === method ? matchPath(template, segments) : null
      if (params === null) continue
      const reply = Effect.suspend(() => route.reply(requestOf(exchange, params)))
      return { label: route.path, reply: Effect.catchCause(reply, failureReply) }
    }
    return null
  }
}
