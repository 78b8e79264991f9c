import type { AuditLog, Secrets, StatusPageHosts } from "@mon/core-store"
import { type Language, statusPageHostUrl } from "@mon/model"
import { hasPublicSuffix } from "@mon/public-net"
import { html } from "@mon/status-page"
import { Clock, Effect, type Scope } from "effect"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { type RequestContext, requestHostOf } from "../../http/RequestContext.ts"
import type { LabelledResponse } from "../../http/Router.ts"
import type { PageEndpoint } from "../page/PageEndpoint.ts"
import { errorHead } from "../page/errorPages.ts"
import type { ErrorKind } from "../page/errorWords.ts"
import { makePageCache, type PageCache, type PageSource } from "./PageCache.ts"
import { feedToken, TOKEN_PARAMETER } from "./PageKeys.ts"
import { type AccessFormServices, makeAccessForms } from "./accessForms.ts"
import { absentPage, awayPage } from "./accessPages.ts"
import { makePageReader, type PagePlace, programClock } from "./readPage.ts"
import { simplePage } from "./simplePage.ts"
import type { SubscribeServices } from "./subscribeForms.ts"
import { isSubscriberPath, makeSubscriberEndpoints } from "./subscriberEndpoints.ts"

interface Text {
  readonly title: string
  readonly text: string
}

type TextKind = Exclude<ErrorKind, "absent" | "away">

const texts: Readonly<Record<Language, Readonly<Record<TextKind, Text>>>> = {
  en: {
    foreign: { title: "This form came from another site", text: "Open the status page and try again." },
    tooLarge: { title: "Form too large", text: "The form contains too much data." },
    flood: { title: "Too many requests", text: "Too many requests came from your network. Try again in a minute." },
    busy: { title: "One moment, please", text: "Many people are opening the page. Try again in a few seconds." },
    broken: { title: "Something went wrong", text: "Try again in a minute." }
  },
  de: {
    foreign: {
      title: "Das Formular kam von einer anderen Website",
      text: "Öffnen Sie die Statusseite und versuchen Sie es noch einmal."
    },
    tooLarge: { title: "Formular zu groß", text: "Das Formular enthält mehr Daten als erlaubt." },
    flood: {
      title: "Zu viele Anfragen",
      text: "Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal."
    },
    busy: {
      title: "Einen Moment bitte",
      text: "Viele öffnen gerade die Seite. Versuchen Sie es in einigen Sekunden noch einmal."
    },
    broken: { title: "Das hat nicht geklappt", text: "Versuchen Sie es in einer Minute noch einmal." }
  }
}

/** Renders an error page on a custom host name. It contains no link to the service. */
const ownErrorPage = (kind: ErrorKind, language: Language): HttpResponse => {
  if (kind === "absent") return absentPage(language)
  if (kind === "away") return awayPage(language)
  const { text, title } = texts[language][kind]
  return simplePage({ language, title, body: html`<p>${text}</p>`, ...errorHead(kind) })
}

/** The path at which Caddy asks whether it may request a certificate for a host name. */
const ASK_PATH = "/tls/ask"
/** The paths that load balancers and Caddy request with any host name. */
const HEALTH = new Set(["/health", "/live", "/ready", "/metrics", ASK_PATH])
const ROBOTS = "/robots.txt"
const ROBOTS_CACHE = "public, max-age=3600"

/**
 * Matches the paths that a page can have. On a private page, all of these paths ask readers without access to sign in,
 * so that nobody learns which posts exist. Any other path gets a 404.
 */
const PAGE_PATH =
  /^(?:$|(?:history|maintenance|embed|incidents|access)(?:\/|$)|badge[./]|api\/v2\/|history\.|maintenance\.|logo-)/u

interface OwnHostSettings<R> {
  readonly cache: PageCache
  /** Returns the URL of the service without a trailing slash. */
  readonly base: () => string
  readonly read: (place: PagePlace, context: RequestContext) => Effect.Effect<HttpResponse>
  /**
   * Finds the forms, and the pages that need more data than the cached page. The path of the request must be the path
   * below the service, such as `/s/acme/subscribe`.
   */
  readonly pages: (context: RequestContext) => LabelledResponse<R> | null
  /** Runs for each request to a custom host name. */
  readonly onReached: (hostname: string) => void
}

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
 * Creates a router for custom host names. The router serves the status page at `/`, and nothing else. It returns null
 * for requests to other host names.
 */
const makeOwnHostRouter = <R>({ base, cache, onReached, pages, read }: OwnHostSettings<R>) => {
  const languageOf = (slug: string) => cache.peek(slug)?.served.document.language ?? "en"

  const robots = (slug: string): HttpResponse => {
    const page = cache.peek(slug)
    const isPublic = page !== null && page.served.access === "public" && page.served.stoppedBy === null
    return text(200, `User-agent: *\nDisallow:${isPublic ? "" : " /"}\n`, isPublic ? ROBOTS_CACHE : "no-store")
  }

  /**
   * Returns whether a host name may be a custom host name. It is for the time until this process has read the list of
   * pages.
   */
  const mayBeOwn = (hostname: string, path: string): boolean => hasPublicSuffix(hostname) && !HEALTH.has(path)

  return (context: RequestContext): LabelledResponse<R> | null => {
    const hostname = requestHostOf(context.request)
    const host = hostname === null ? null : cache.hostOf(hostname)
    // If the service itself has moved to a custom host name, the name belongs to the service.
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
      // The log contains the endpoint instead of a path with a token.
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
 * Creates the router for requests in which Caddy asks whether a host name belongs to a page. It responds with 200 or
 * 404 from memory. Null: the request has another path.
 */
const makeAsk =
  (cache: PageCache) =>
  ({ method, path, query }: RequestContext): LabelledResponse<never> | null => {
    if (path !== ASK_PATH || (method !== "GET" && method !== "HEAD")) return null
    const domain = new URLSearchParams(query).get("domain") ?? ""
    const host = cache.hostOf(domain.toLowerCase().replace(/\.$/u, ""))
    const isServed = host !== null && host !== "unread" && host.isActive
    return answer(isServed ? allowed : refused, ASK_PATH)
  }

/** The interval between two records of one host name, in milliseconds. Records older than two days do not count. */
const RECORD_EVERY_MS = 12 * 3_600_000

/**
 * Records in the background that a host name receives requests. Behind a CDN, only such a request proves that the DNS
 * of the host name leads to the service.
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
/** Matches the possible slugs of pages. Any other text causes no search. */
const SLUG = /^[a-z0-9-]{1,63}$/u

interface StatusPageRouter {
  /** Returns the response to a request for a page or its files, or null for any other request. */
  readonly find: (context: RequestContext) => LabelledResponse<never> | null
  /** Returns the response to a request to a custom host name, or null for any other host name. */
  readonly findOwnHost: (
    context: RequestContext
  ) => LabelledResponse<AccessFormServices | AuditLog | SubscribeServices> | null
  /**
   * Returns the response to a request that asks whether a host name may get a certificate, or null for any other
   * request.
   */
  readonly ask: (context: RequestContext) => LabelledResponse<never> | null
  readonly pages: ReadonlyArray<PageEndpoint<AccessFormServices | SubscribeServices>>
}

interface RouterSettings {
  readonly source: PageSource
  readonly hosts: Pick<StatusPageHosts["Service"], "reached">
  readonly secrets: Secrets["Service"]
  readonly base: () => string
  /** Creates a router for pages with a separate address and separate error pages. */
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
      // The following pages are not served from memory, and some need more data than the cached page.
      if (isSubscriberPath(place.path)) return null
      if (!SLUG.test(place.slug)) return { label: "/s/:slug", response: Effect.succeed(absentPage("en")) }
      if (context.path.length < place.root.length) return { label: "/s/:slug", response: Effect.succeed(toRoot(place)) }
      // The log contains the endpoint instead of a path with a token.
      const label = place.path.startsWith("access/") ? "/s/:slug/access/:token" : "/s/:slug"
      return { label, response: read(place, context) }
    },
    pages
  }
})

/** Redirects to the path with a trailing slash, because all links of a page are relative to it. */
const toRoot = ({ root }: PagePlace) => ({
  status: 308,
  contentType: "text/plain; charset=utf-8",
  body: "",
  headers: { Location: root, "Cache-Control": "public, max-age=300" }
})
