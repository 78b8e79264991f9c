import { parseCookie } from "cookie"
import { randomUUID } from "node:crypto"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"

export interface RequestContext {
  readonly request: IncomingMessage
  readonly serverResponse: ServerResponse
  readonly id: string
  readonly method: string
  readonly path: string
  /** The query without the question mark. */
  readonly query: string
  /** The start of the request in milliseconds of the monotonic clock. */
  readonly startedAt: number
  /**
   * The origin, such as `https://status.example.com`, if the request addresses the custom host name of a status page.
   */
  readonly ownOrigin?: string
}

/**
 * Returns the path and the query of a request target. Ignores the origin of an absolute-form target (RFC 9112 section
 * 3.2.2).
 */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const origin = target.startsWith("/") ? 0 : target.indexOf("/", target.indexOf("://") + 3)
  const relative = origin <= 0 ? target : target.slice(origin)
  const mark = relative.indexOf("?")
  return mark === -1
    ? { path: relative, query: "" }
    : { path: relative.slice(0, mark), query: relative.slice(mark + 1) }
}

const SAFE_ID = /^[\w.:-]{1,128}$/u

/** Returns the client's own request id if it is safe, otherwise a new one. */
export const requestIdOf = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && SAFE_ID.test(header) ? header : randomUUID()

/** Matches the host of an absolute-form target, such as `http://example.com/`. */
const TARGET_HOST = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/iu
const NAME = /^([^:]+)(?::\d*)?$/u

/**
 * Returns the host name of a request in lower case, without a port or a trailing dot. Null: the request has no host, or
 * the host is an IPv6 address. The host of an absolute-form target takes precedence over the Host header (RFC 9112
 * section 3.2.2). Ignores X-Forwarded-Host: many proxies pass on the client's value, and shared caches ignore it.
 */
export const requestHostOf = ({ headers, url = "/" }: Pick<IncomingMessage, "headers" | "url">): string | null => {
  const authority = TARGET_HOST.exec(url)?.[1] ?? headers.host ?? ""
  const name = NAME.exec(authority.slice(authority.lastIndexOf("@") + 1))?.[1]
  const host = name?.toLowerCase().replace(/\.$/u, "") ?? ""
  return host === "" ? null : host
}

/** Returns the host of an origin in lower case. Null: the origin has no host, such as the origin `null`. */
export const hostOfOrigin = (origin: string): string | null => URL.parse(origin)?.host ?? null

const isSafe = (method: string): boolean => method === "GET" || method === "HEAD"

/**
 * Returns whether the session cookie of an API request is accepted. The request must come from a page of the service.
 * Browsers report this in Sec-Fetch-Site, but over plain HTTP only to the same machine. Without Sec-Fetch-Site, Origin
 * decides. A GET or HEAD without an Origin is also accepted, because it changes nothing.
 */
export const sessionCounts = (method: string, headers: IncomingHttpHeaders): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  const { host, origin } = headers
  if (origin !== undefined) return host !== undefined && hostOfOrigin(origin) === host.toLowerCase()
  return isSafe(method)
}

const BEARER = /^bearer(?: +(.*))?$/iu

/** Returns the API key of a request, valid or not: X-API-Key, otherwise `Authorization: Bearer`, otherwise null. */
export const apiKeyOf = ({ authorization, "x-api-key": header }: IncomingHttpHeaders): string | null => {
  if (header !== undefined) return String(header)
  const bearer = BEARER.exec(authorization ?? "")
  return bearer === null ? null : (bearer[1] ?? "").trimEnd()
}

export const cookiesOf = ({ request }: RequestContext): Readonly<Record<string, string | undefined>> =>
  parseCookie(request.headers.cookie ?? "")
