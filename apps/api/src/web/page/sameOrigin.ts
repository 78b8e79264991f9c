import type { IncomingHttpHeaders } from "node:http"
import { sessionCookieName } from "../../auth/SessionCookie.ts"
import { hostOfOrigin } from "../../http/RequestContext.ts"

/**
 * Returns whether a form was sent from a page of the service. Browsers report the source of a POST in Sec-Fetch-Site
 * or, over plain HTTP, in Origin. A client that sends neither is not a current browser, so it is accepted only without
 * a session. Origin is "null" for a form on a page with `Referrer-Policy: no-referrer` (Fetch, "append a request Origin
 * header").
 */
export const isSameOrigin = (
  headers: IncomingHttpHeaders,
  baseUrl: string,
  { hidesOrigin = false }: { readonly hidesOrigin?: boolean } = {}
): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin" || site === "none"
  const { origin } = headers
  if (origin === "null") return hidesOrigin
  if (origin !== undefined)
    return (
      origin === new URL(baseUrl).origin ||
      (headers.host !== undefined && hostOfOrigin(origin) === headers.host.toLowerCase())
    )
  return !(headers.cookie ?? "").includes(sessionCookieName(baseUrl))
}
