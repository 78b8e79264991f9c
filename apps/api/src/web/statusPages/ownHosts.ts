import { hasPublicSuffix } from "@mon/public-net"
import { Effect } from "effect"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import type { RequestContext } from "../../http/RequestContext.ts"
import { requestHostOf } from "../../http/RequestHost.ts"
import type { LabelledResponse } from "../../http/Router.ts"
import { statusPageHostUrl } from "@mon/model"
import type { PageCache } from "./PageCache.ts"
import { absentPage, awayPage } from "./accessPages.ts"
import { ownErrorPage } from "./ownErrorPages.ts"
import type { PagePlace } from "./readPage.ts"
import { isSubscriberPath } from "./subscriberEndpoints.ts"

/** The path at which Caddy asks whether it may get a certificate for a host name. */
const ASK_PATH = "/tls/ask"
/** Load balancers ask processes for these by any name. */
const HEALTH = new Set(["/health", "/live", "/ready", "/metrics", ASK_PATH])
const ROBOTS = "/robots.txt"
const ROBOTS_CACHE = "public, max-age=3600"

/**
 * Paths that a page may have. Readers of a private page are asked who they are for all of these, so that nobody learns
 * which posts there are; everything else is absent for everybody.
 */
const PAGE_PATH =
  /^(?:$|(?:history|maintenance|embed|incidents|access)(?:\/|$)|badge[./]|api\/v2\/|history\.|maintenance\.|logo-)/u

interface OwnHostSettings<R> {
  readonly cache: PageCache
  /** The address of the service, without a trailing slash. */
  readonly base: () => string
  /** The response to a request that changes nothing. */
  readonly read: (place: PagePlace, context: RequestContext) => Effect.Effect<HttpResponse>
  /** Forms, and pages that need more than the memory; they see the paths that they have below the service. */
  readonly pages: (context: RequestContext) => LabelledResponse<R> | null
  /** Called for each request to an own host name. */
  readonly onReached: (hostname: string) => void
}

const isRead = (method: string): boolean => method === "GET" || method === "HEAD" || method === "OPTIONS"

const answer = (response: HttpResponse, label: string): LabelledResponse<never> => ({
  label,
  response: Effect.succeed(response)
})

const text = (status: number, body: string, cache = "no-store"): HttpResponse => ({
  status,
  contentType: "text/plain; charset=utf-8",
  body,
  headers: { "Cache-Control": cache, "X-Content-Type-Options": "nosniff" }
})

const LABEL = "own host"

/**
 * Answers every request to the own host name of a status page: that page at `/`, and nothing else. Null: the request is
 * for another host name.
 */
export const makeOwnHostRouter = <R>({ base, cache, onReached, pages, read }: OwnHostSettings<R>) => {
  const languageOf = (slug: string) => cache.peek(slug)?.served.document.language ?? "en"

  const robots = (slug: string): HttpResponse => {
    const page = cache.peek(slug)
    const isPublic = page !== null && page.served.access === "public" && page.served.stoppedBy === null
    return text(200, `User-agent: *\nDisallow:${isPublic ? "" : " /"}\n`, isPublic ? ROBOTS_CACHE : "no-store")
  }

  /** The name of a host that may be that of a page, while this process does not know the pages yet. */
  const mayBeOwn = (hostname: string, path: string): boolean => hasPublicSuffix(hostname) && !HEALTH.has(path)

  return (context: RequestContext): LabelledResponse<R> | null => {
    const hostname = requestHostOf(context.request)
    const host = hostname === null ? null : cache.hostOf(hostname)
    // Should the service move to such a name, it is that of the service.
    if (host === null || hostname === null || hostname === new URL(base()).hostname) return null
    if (host === "unread") return mayBeOwn(hostname, context.path) ? answer(awayPage("en"), LABEL) : null
    if (!host.isActive) return answer(absentPage("en"), LABEL)
    onReached(hostname)
    const { slug } = host
    const path = context.path.slice(1)
    const own = { ...context, ownOrigin: statusPageHostUrl(base(), hostname) }
    if (isRead(context.method) && !isSubscriberPath(path)) {
      if (context.path === ROBOTS) return answer(robots(slug), LABEL)
      if (!PAGE_PATH.test(path)) return answer(absentPage(languageOf(slug)), LABEL)
      // Log lines name the endpoint instead of a path with a token.
      const label = path.startsWith("access/") ? "/access/:token" : LABEL
      return { label, response: read({ slug, path, root: "/" }, own) }
    }
    const found = pages({ ...own, path: `/s/${slug}${context.path}` })
    return found ?? answer(ownErrorPage("absent", languageOf(slug)), LABEL)
  }
}

const allowed = text(200, "")
const refused = text(404, "")

/**
 * Answers Caddy's question whether a host name is that of a page: 200 or 404, from memory. Null: the request asks for
 * something else.
 */
export const makeAsk =
  (cache: PageCache) =>
  ({ method, path, query }: RequestContext): LabelledResponse<never> | null => {
    if (path !== ASK_PATH || (method !== "GET" && method !== "HEAD")) return null
    const domain = new URLSearchParams(query).get("domain") ?? ""
    const host = cache.hostOf(domain.toLowerCase().replace(/\.$/u, ""))
    const isServed = host !== null && host !== "unread" && host.isActive
    return answer(isServed ? allowed : refused, ASK_PATH)
  }
