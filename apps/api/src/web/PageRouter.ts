import { parseCookie } from "cookie"
import { Clock, Effect } from "effect"
import { ADDRESS_LIMIT, makeAddressBuckets } from "../http/AddressBuckets.ts"
import { change } from "../http/change.ts"
import { errorResponseFor } from "../http/ErrorResponse.ts"
import type { HttpResponse } from "../http/HttpResponse.ts"
import { windowStart } from "../http/RateLimit.ts"
import { readBytes } from "../http/RequestBody.ts"
import type { RequestContext } from "../http/RequestContext.ts"
import { matchPath, type RoutedResponse } from "../http/Router.ts"
import { errorPage, errorPageFor } from "./page/errorPages.ts"
import type { PageError, PageForm, PageRequest, PageRoute } from "./page/PageRoute.ts"
import { isSameOrigin } from "./page/sameOrigin.ts"

/** Maximum size of a posted form in bytes. */
const FORM_LIMIT = 65_536

/** Settings shared by all pages of a server. */
export interface PageContext {
  readonly clientAddress: (context: RequestContext) => string
  readonly baseUrl: () => string
  readonly service: string
}

const wantsHtml = ({ request }: RequestContext): boolean => (request.headers.accept ?? "").includes("text/html")

/** Runs an admitted form through `change`, like every change of the API. */
const submitForm = <R>(
  { action, admit }: PageForm<R>,
  request: PageRequest
): Effect.Effect<HttpResponse, PageError, R> =>
  Effect.flatMap(admit(request), (admitted) => {
    if (!("submit" in admitted)) return Effect.succeed(admitted)
    const { submit, ...what } = admitted
    return change({ ...what, action }, submit)
  })

/** Finds pages by method and path. A browser gets an error page for unknown paths; other clients fall through. */
export const makePageRouter = <R>(
  routes: ReadonlyArray<PageRoute<R>>,
  { baseUrl, clientAddress, service }: PageContext
) => {
  const templates = routes.map((route) => ({ route, segments: route.path.split("/") }))

  const requestOf = (context: RequestContext, params: PageRequest["params"]): PageRequest => {
    const bytes: PageRequest["bytes"] = (limit) => readBytes(context.request, limit)
    return {
      context,
      params,
      query: new URLSearchParams(context.query),
      cookies: parseCookie(context.request.headers.cookie ?? ""),
      clientAddress: clientAddress(context),
      baseUrl: baseUrl(),
      service,
      bytes,
      form: Effect.map(bytes(FORM_LIMIT), (body) => new URLSearchParams(new TextDecoder().decode(body)))
    }
  }

  const nobody = ({ path }: RequestContext) => ({ service, here: path, person: null })

  const buckets = makeAddressBuckets()

  /** Refuses a flooding address before any other work. */
  const unlessFlooding = <E, S>(
    context: RequestContext,
    response: Effect.Effect<HttpResponse, E, S>
  ): Effect.Effect<HttpResponse, E, S> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const start = windowStart(now)
      return buckets.count(clientAddress(context), start) > ADDRESS_LIMIT
        ? Effect.succeed(errorPage("flood", nobody(context)))
        : response
    })

  const handle = (
    route: PageRoute<R>,
    context: RequestContext,
    params: PageRequest["params"]
  ): Effect.Effect<HttpResponse, never, R> => {
    if (route.method === "POST" && !isSameOrigin(context.request.headers, baseUrl(), route)) {
      return Effect.succeed(errorPage("foreign", nobody(context)))
    }
    return Effect.suspend(() => {
      const request = requestOf(context, params)
      return route.method === "POST" ? submitForm(route, request) : route.handle(request)
    }).pipe(
      Effect.catchCause((cause) =>
        wantsHtml(context) ? errorPageFor(cause, nobody(context)) : errorResponseFor(cause)
      )
    )
  }

  return (context: RequestContext): RoutedResponse<R> | null => {
    const method = context.method === "HEAD" ? "GET" : context.method
    const segments = context.path.split("/")
    for (const { route, segments: template } of templates) {
      const params = route.method === method ? matchPath(template, segments) : null
      if (params !== null) {
        return { label: route.path, response: unlessFlooding(context, handle(route, context, params)) }
      }
    }
    return wantsHtml(context)
      ? { label: "unmatched", response: Effect.succeed(errorPage("absent", nobody(context))) }
      : null
  }
}
