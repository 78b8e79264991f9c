import type { Secrets } from "@mon/core-store"
import { Clock, Effect } from "effect"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { cookiesOf, type RequestContext } from "../../http/RequestContext.ts"
import { absentPage, awayPage, confirmPage, passwordPage, emailPage, privateAnswer } from "./accessPages.ts"
import { type CachedPage, isLogoPath, type PageCache } from "./PageCache.ts"
import { fileHeaders, logoHeaders, PREFLIGHT_HEADERS } from "./pageHeaders.ts"
import { isFeedToken, isProof, TOKEN_PARAMETER, VIEW_COOKIE } from "./PageKeys.ts"
import { servedResponse } from "./ServedFile.ts"

/** Returns the path of a page at the host that a request addresses, with a trailing slash. */
export const rootOf = ({ ownOrigin }: Pick<RequestContext, "ownOrigin">, slug: string): string =>
  ownOrigin === undefined ? `/s/${slug}/` : "/"

export interface PagePlace {
  readonly slug: string
  /** The path below the page, without a leading slash. */
  readonly path: string
  /** The path of the page itself, with a trailing slash. */
  readonly root: string
}

const EMBED = "embed/"
/** The part of the path before the proof, in the link that an email contains. */
const LINK = "access/"

const moved = (location: string): HttpResponse => ({
  status: 308,
  contentType: "text/plain; charset=utf-8",
  body: "",
  headers: { Location: location, "Cache-Control": "no-store" }
})

const preflight: HttpResponse = {
  status: 204,
  contentType: "text/plain; charset=utf-8",
  body: "",
  headers: PREFLIGHT_HEADERS
}

const fileResponse = (
  page: CachedPage,
  { path, root }: PagePlace,
  { query, request }: RequestContext
): HttpResponse => {
  const isPublic = page.served.access === "public"
  if (page.logo !== null && isLogoPath(page, path)) {
    const { bytes, contentType } = page.logo
    return { status: 200, contentType, body: bytes, headers: logoHeaders(isPublic) }
  }
  const file = page.file(path)
  if (file === null) {
    if (page.file(`${path}/`) !== null) return moved(`${root}${path}/${query === "" ? "" : `?${query}`}`)
    return absentPage(page.served.document.language)
  }
  const { contentType } = file
  const headers = fileHeaders({ contentType, isPublic, isEmbed: path === EMBED, styleHash: page.styleHash })
  return servedResponse(file, request.headers, headers)
}

/** Returns whether a request contains the access cookie of a private page, or the token of the page's feeds. */
export const maySee = (
  page: CachedPage,
  context: RequestContext,
  secrets: Secrets["Service"],
  nowMs: number
): boolean => {
  const cookie = cookiesOf(context)[VIEW_COOKIE]
  if (isProof(secrets, "view", page.served, cookie, nowMs, context.ownOrigin ?? null)) return true
  return isFeedToken(secrets, page.served, new URLSearchParams(context.query).get(TOKEN_PARAMETER))
}

/** Returns the response for readers without access: a form instead of a page, or an error instead of a document. */
export const closed = ({ served }: CachedPage, { path, root }: PagePlace): HttpResponse => {
  if (served.access === "email_domains" && path.startsWith(LINK))
    return confirmPage(served.document.language, `${root}${path}`)
  const isDocument = /\.\w+$/u.test(path)
  if (isDocument) return privateAnswer
  const { document } = served
  const form = { language: document.language, action: `${root}access`, status: 401 }
  return served.access === "password" ? passwordPage(form) : emailPage(form)
}

/**
 * Creates the function that answers requests for status pages. It answers from memory as long as a page has not
 * changed.
 */
export const makePageReader = (cache: PageCache, secrets: Secrets["Service"], now: () => number) => {
  const respond = (page: CachedPage | null, place: PagePlace, context: RequestContext): HttpResponse => {
    if (page === null || page.served.stoppedBy !== null) return absentPage("en")
    if (page.served.access === "public") {
      return context.method === "OPTIONS" ? preflight : fileResponse(page, place, context)
    }
    return maySee(page, context, secrets, now()) ? fileResponse(page, place, context) : closed(page, place)
  }
  return (place: PagePlace, context: RequestContext): Effect.Effect<HttpResponse> =>
    cache.find(place.slug).pipe(
      Effect.map((page) => (page === "busy" ? awayPage("en") : respond(page, place, context))),
      Effect.catch(() => Effect.succeed(awayPage("en")))
    )
}

/** A function that reads the program's clock in synchronous code. */
export const programClock: Effect.Effect<() => number> = Effect.map(
  Clock.Clock,
  (clock) => () => clock.currentTimeMillisUnsafe()
)
