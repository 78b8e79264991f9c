import type { IncomingHttpHeaders } from "node:http"
import { sessionCookieName } from "../../auth/SessionCookie.ts"

const hostOf = (origin: string): string | null => URL.parse(origin)?.host ?? null

/**
 * Whether a form was sent by one of our own pages. Browsers say where a POST comes from (Sec-Fetch-Site, or Origin);
 * who says neither is no browser of today, and is let in only without a session. Origin is "null" for a form of a page
 * that hides where it is (Fetch, "append a request Origin header"), and Sec-Fetch-Site is not sent over plain HTTP.
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
    return origin === new URL(baseUrl).origin || (headers.host !== undefined && hostOf(origin) === headers.host)
  return !(headers.cookie ?? "").includes(sessionCookieName(baseUrl))
}
