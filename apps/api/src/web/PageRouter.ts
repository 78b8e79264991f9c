import type { AuditLog } from "@mon/core-store"
import { parseCookie } from "cookie"
import { Clock, Effect } from "effect"
import { acceptedLanguage } from "../http/acceptedLanguage.ts"
import { ADDRESS_LIMIT, makeAddressBuckets, windowStart } from "../http/RateLimit.ts"
import { auditedChange, change } from "../http/change.ts"
import { errorResponseFor } from "../http/ErrorResponse.ts"
import type { HttpResponse } from "../http/HttpResponse.ts"
import { readBytes } from "../http/RequestBody.ts"
import type { RequestContext } from "../http/RequestContext.ts"
import { matchPath, type LabelledResponse } from "../http/Router.ts"
import { errorPage, errorPageFor } from "./page/errorPages.ts"
import type { ErrorKind } from "./page/errorWords.ts"
import type { PageError, PageForm, PageRequest, PageEndpoint } from "./page/PageEndpoint.ts"
import { isSameOrigin } from "./page/sameOrigin.ts"

/** The largest posted form, in bytes. */
const FORM_LIMIT = 65_536

export interface PageContext {
  readonly clientAddress: (context: RequestContext) => string
  readonly baseUrl: (context: RequestContext) => string
  readonly service: string
  /** Renders an error page. Default: an error page of the service. */
  readonly errorPage?: (kind: ErrorKind, context: RequestContext) => HttpResponse
}

const FIRST_REFUSAL = 400

const wantsHtml = ({ request }: RequestContext): boolean => (request.headers.accept ?? "").includes("text/html")

/** Runs an accepted form as a change, in the same way as a change through the API. */
const submitForm = <R>(
  { action, admit }: Pick<PageForm<R>, "action" | "admit">,
  request: PageRequest
): Effect.Effect<HttpResponse, PageError, AuditLog | R> =>
  Effect.flatMap(admit(request), (admitted) => {
    if (!("submit" in admitted)) return Effect.succeed(admitted)
    const { isAudited = true, observe = null, submit, ...rest } = admitted
    const what = { ...rest, action }
    if (!isAudited) return change(what, submit)
    const audited = auditedChange(
      {
        what,
        client: { address: request.clientAddress, userAgent: request.userAgent },
        keyHash: null,
        sent: {},
        observe: observe === null ? null : () => observe,
        created: () => null,
        isDone: ({ status }) => status < FIRST_REFUSAL
      },
      submit
    )
    return change(what, audited)
  })

/**
 * Finds pages by method and path. For an unknown path, a browser gets an error page. Other clients get the response of
 * the next router.
 */
export const makePageRouter = <R>(
  endpoints: ReadonlyArray<PageEndpoint<R>>,
  { baseUrl, clientAddress, errorPage: ownErrorPage, service }: PageContext
) => {
  const templates = endpoints.map((endpoint) => ({ endpoint, segments: endpoint.path.split("/") }))

  const requestOf = (context: RequestContext, params: PageRequest["params"]): PageRequest => {
    const bytes: PageRequest["bytes"] = (limit) => readBytes(context.request, limit)
    return {
      context,
      params,
      query: new URLSearchParams(context.query),
      cookies: parseCookie(context.request.headers.cookie ?? ""),
      clientAddress: clientAddress(context),
      userAgent: context.request.headers["user-agent"] ?? "",
      baseUrl: baseUrl(context),
      service,
      bytes,
      form: Effect.map(bytes(FORM_LIMIT), (body) => new URLSearchParams(new TextDecoder().decode(body)))
    }
  }

  const errorOf =
    ownErrorPage ??
    ((kind: ErrorKind, { path, request }: RequestContext) => {
      const language = acceptedLanguage(request.headers["accept-language"])
      return errorPage(kind, { service, here: path, language, person: null })
    })

  const buckets = makeAddressBuckets()

  /** Refuses an address that sends too many requests, before any other work. */
  const unlessFlooding = <E, S>(
    context: RequestContext,
    response: Effect.Effect<HttpResponse, E, S>
  ): Effect.Effect<HttpResponse, E, S> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const start = windowStart(now)
      return buckets.count(clientAddress(context), start) > ADDRESS_LIMIT
        ? Effect.succeed(errorOf("flood", context))
        : response
    })

  const handle = (
    endpoint: PageEndpoint<R>,
    context: RequestContext,
    params: PageRequest["params"]
  ): Effect.Effect<HttpResponse, never, AuditLog | R> => {
    if (endpoint.method === "POST" && !isSameOrigin(context.request.headers, baseUrl(context), endpoint)) {
      return Effect.succeed(errorOf("foreign", context))
    }
    return Effect.suspend(() => {
      const request = requestOf(context, params)
      return "admit" in endpoint ? submitForm(endpoint, request) : endpoint.handle(request)
    }).pipe(
      Effect.catchCause((cause) =>
        wantsHtml(context) ? errorPageFor(cause, (kind) => errorOf(kind, context)) : errorResponseFor(cause)
      )
    )
  }

  return (context: RequestContext): LabelledResponse<AuditLog | R> | null => {
    const method = context.method === "HEAD" ? "GET" : context.method
    const segments = context.path.split("/")
    for (const { endpoint, segments: template } of templates) {
      const serves = endpoint.method === method && (context.method !== "HEAD" || !("admit" in endpoint))
      const params = serves ? matchPath(template, segments) : null
      if (params !== null) {
        return { label: endpoint.path, response: unlessFlooding(context, handle(endpoint, context, params)) }
      }
    }
    return wantsHtml(context) ? { label: "unmatched", response: Effect.succeed(errorOf("absent", context)) } : null
  }
}
