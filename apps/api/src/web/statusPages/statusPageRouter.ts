import type { AuditLog, Secrets, StatusPageHosts } from "@mon/core-store"
import { Clock, Effect, type Scope } from "effect"
import type { RequestContext } from "../../http/RequestContext.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import type { LabelledResponse } from "../../http/Router.ts"
import type { ErrorKind } from "../page/errorWords.ts"
import type { PageEndpoint } from "../page/PageEndpoint.ts"
import { type AccessFormServices, makeAccessForms } from "./accessForms.ts"
import { makeAsk, makeOwnHostRouter } from "./ownHosts.ts"
import { ownErrorPage } from "./ownErrorPages.ts"
import { makePageCache, type PageSource } from "./PageCache.ts"
import { absentPage } from "./accessPages.ts"
import type { SubscribeServices } from "./subscribeForms.ts"
import { isSubscriberPath, makeSubscriberEndpoints } from "./subscriberEndpoints.ts"
import { feedToken, TOKEN_PARAMETER } from "./PageKeys.ts"
import { makePageReader, type PagePlace, programClock } from "./readPage.ts"

/** Between two records of the same host name. What is older than two days does not count. */
const RECORD_EVERY_MS = 12 * 3_600_000

/**
 * Records in the background that requests for a host name arrive: behind a CDN, nothing else shows that its links lead
 * here.
 */
const makeNoteReached = Effect.fnUntraced(function* (
  hosts: Pick<StatusPageHosts["Service"], "reached">
): Effect.fn.Return<(hostname: string) => void, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const services = yield* Effect.context<never>()
  const clock = yield* Clock.Clock
  const noted = new Map<string, number>()
  return (hostname) => {
    const now = clock.currentTimeMillisUnsafe()
    if (now - (noted.get(hostname) ?? -RECORD_EVERY_MS) < RECORD_EVERY_MS) return
    noted.set(hostname, now)
    const forget = Effect.sync(() => noted.delete(hostname))
    const record = hosts.reached(hostname).pipe(Effect.catch(() => forget))
    Effect.runForkWith(services)(Effect.forkIn(record, scope))
  }
})

const PREFIX = "/s/"
/** Matches the addresses that a page can have. Others lead to no search. */
const SLUG = /^[a-z0-9-]{1,63}$/u

/** Status pages as a part of the server. */
export interface StatusPageRouter {
  /** The response to a request for a page or one of its files. Null: the request is for something else. */
  readonly find: (context: RequestContext) => LabelledResponse<never> | null
  /** The response to any request to the own host name of a page. Null: the request is for another host name. */
  readonly findOwnHost: (
    context: RequestContext
  ) => LabelledResponse<AccessFormServices | AuditLog | SubscribeServices> | null
  /** The answer to whether there may be a certificate for a host name. Null: the request is for something else. */
  readonly ask: (context: RequestContext) => LabelledResponse<never> | null
  readonly pages: ReadonlyArray<PageEndpoint<AccessFormServices | SubscribeServices>>
}

interface RouterSettings {
  readonly source: PageSource
  readonly hosts: Pick<StatusPageHosts["Service"], "reached">
  readonly secrets: Secrets["Service"]
  readonly base: () => string
  /** Makes a router of pages, with its own address and error pages. */
  readonly routerOf: <R>(endpoints: ReadonlyArray<PageEndpoint<R>>, own: OwnPages) => PageFinder<AuditLog | R>
}

type PageFinder<R> = (context: RequestContext) => LabelledResponse<R> | null

interface OwnPages {
  readonly baseUrl: (context: RequestContext) => string
  readonly errorPage: (kind: ErrorKind, context: RequestContext) => HttpResponse
}

const isRead = (method: string): boolean => method === "GET" || method === "HEAD" || method === "OPTIONS"

const placeOf = (path: string): PagePlace => {
  const end = path.indexOf("/", PREFIX.length)
  const slug = end === -1 ? path.slice(PREFIX.length) : path.slice(PREFIX.length, end)
  return { slug, path: end === -1 ? "" : path.slice(end + 1), root: `${PREFIX}${slug}/` }
}

/** Serves the status pages of `source` below `/s/` until the scope closes. */
export const makeStatusPageRouter = Effect.fnUntraced(function* ({
  base,
  hosts,
  routerOf,
  secrets,
  source
}: RouterSettings): Effect.fn.Return<StatusPageRouter, never, Scope.Scope> {
  const cache = yield* makePageCache({
    source,
    base,
    feedQueryOf: (page) => (page.access === "public" ? "" : `?${TOKEN_PARAMETER}=${feedToken(secrets, page)}`)
  })
  const read = makePageReader(cache, secrets, yield* programClock)
  const pages: ReadonlyArray<PageEndpoint<AccessFormServices | SubscribeServices>> = [
    ...makeAccessForms(cache),
    ...makeSubscriberEndpoints(cache)
  ]
  const slugOf = ({ path }: RequestContext): string => placeOf(path).slug
  return {
    ask: makeAsk(cache),
    findOwnHost: makeOwnHostRouter({
      cache,
      base,
      read,
      onReached: yield* makeNoteReached(hosts),
      pages: routerOf(pages, {
        baseUrl: ({ ownOrigin }) => ownOrigin ?? base(),
        errorPage: (kind, context) => ownErrorPage(kind, cache.peek(slugOf(context))?.served.document.language ?? "en")
      })
    }),
    find: (context) => {
      if (!context.path.startsWith(PREFIX) || !isRead(context.method)) return null
      const place = placeOf(context.path)
      // These pages are not served from memory, and some need more than the page.
      if (isSubscriberPath(place.path)) return null
      if (!SLUG.test(place.slug)) return { label: "/s/:slug", response: Effect.succeed(absentPage("en")) }
      if (context.path.length < place.root.length) return { label: "/s/:slug", response: Effect.succeed(toRoot(place)) }
      // Log lines name the endpoint instead of a path with a token.
      const label = place.path.startsWith("access/") ? "/s/:slug/access/:token" : "/s/:slug"
      return { label, response: read(place, context) }
    },
    pages
  }
})

/** All links of a page are relative to its path with a slash at the end. */
const toRoot = ({ root }: PagePlace) => ({
  status: 308,
  contentType: "text/plain; charset=utf-8",
  body: "",
  headers: { Location: root, "Cache-Control": "public, max-age=300" }
})
