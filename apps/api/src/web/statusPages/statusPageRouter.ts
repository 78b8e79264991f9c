import type { Secrets } from "@mon/core-store"
import { Effect, type Scope } from "effect"
import type { RequestContext } from "../../http/RequestContext.ts"
import type { RoutedResponse } from "../../http/Router.ts"
import type { PageRoute } from "../page/PageRoute.ts"
import { type AccessFormServices, makeAccessForms } from "./accessForms.ts"
import { makePageCache, type PageSource } from "./PageCache.ts"
import { absentPage } from "./accessPages.ts"
import type { SubscribeServices } from "./subscribeForms.ts"
import { isSubscriberPath, makeSubscriberRoutes } from "./subscriberRoutes.ts"
import { feedToken, TOKEN_PARAMETER } from "./PageKeys.ts"
import { makePageReader, type PagePlace, programClock } from "./readPage.ts"

const PREFIX = "/s/"
/** What an address of a page can be. Others lead to no search. */
const SLUG = /^[a-z0-9-]{1,63}$/u

/** Status pages as a part of the server. */
export interface StatusPageRouter {
  /** The response to a request for a page or one of its files. Null: the request is for something else. */
  readonly route: (context: RequestContext) => RoutedResponse<never> | null
  readonly pages: ReadonlyArray<PageRoute<AccessFormServices | SubscribeServices>>
}

interface RouterSettings {
  readonly source: PageSource
  readonly secrets: Secrets["Service"]
  readonly base: () => string
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
  secrets,
  source
}: RouterSettings): Effect.fn.Return<StatusPageRouter, never, Scope.Scope> {
  const cache = yield* makePageCache({
    source,
    base,
    feedQueryOf: (page) => (page.access === "public" ? "" : `?${TOKEN_PARAMETER}=${feedToken(secrets, page)}`)
  })
  const read = makePageReader(cache, secrets, yield* programClock)
  return {
    route: (context) => {
      if (!context.path.startsWith(PREFIX) || !isRead(context.method)) return null
      const place = placeOf(context.path)
      // These pages are not served from memory, and some need more than the page.
      if (isSubscriberPath(place.path)) return null
      if (!SLUG.test(place.slug)) return { label: "/s/:slug", response: Effect.succeed(absentPage("en")) }
      if (context.path.length < place.root.length) return { label: "/s/:slug", response: Effect.succeed(toRoot(place)) }
      // Log lines name the route instead of a path with a token.
      const label = place.path.startsWith("access/") ? "/s/:slug/access/:token" : "/s/:slug"
      return { label, response: read(place, context) }
    },
    pages: [...makeAccessForms(cache, (_, slug) => `${PREFIX}${slug}/`), ...makeSubscriberRoutes(cache)]
  }
})

/** All links of a page are relative to its path with a slash at the end. */
const toRoot = ({ root }: PagePlace) => ({
  status: 308,
  contentType: "text/plain; charset=utf-8",
  body: "",
  headers: { Location: root, "Cache-Control": "public, max-age=300" }
})
