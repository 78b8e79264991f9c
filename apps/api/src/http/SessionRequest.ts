import { parseCookie } from "cookie"
import type { IncomingHttpHeaders } from "node:http"
import type { RequestContext } from "./RequestContext.ts"

/** The host of an origin in lower case, or null if it has none, such as `null`. */
export const hostOfOrigin = (origin: string): string | null => URL.parse(origin)?.host ?? null

const isSafe = (method: string): boolean => method === "GET" || method === "HEAD"

/**
 * Whether the session cookie of an API request counts. Browsers state the source of each request in Sec-Fetch-Site, but
 * over plain HTTP only to the own machine. There, Origin states the source of everything but a GET or HEAD of the own
 * pages, which changes nothing.
 */
export const sessionCounts = (method: string, headers: IncomingHttpHeaders): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  const { host, origin } = headers
  if (origin !== undefined) return host !== undefined && hostOfOrigin(origin) === host.toLowerCase()
  return isSafe(method)
}

const BEARER = /^bearer(?: +(.*))?$/iu

/** The API key of a request, valid or not: X-API-Key, or otherwise `Authorization: Bearer`. Null if it has neither. */
export const apiKeyOf = ({ authorization, "x-api-key": header }: IncomingHttpHeaders): string | null => {
  if (header !== undefined) return String(header)
  const bearer = BEARER.exec(authorization ?? "")
  return bearer === null ? null : (bearer[1] ?? "").trimEnd()
}

/** The cookies of a request. */
export const cookiesOf = ({ request }: RequestContext): Readonly<Record<string, string | undefined>> =>
  parseCookie(request.headers.cookie ?? "")
