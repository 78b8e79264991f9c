import { parseCookie } from "cookie"
import { randomUUID } from "node:crypto"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"

/** A request, with Node's request and response objects. */
export interface RequestContext {
  readonly request: IncomingMessage
  readonly serverResponse: ServerResponse
  readonly id: string
  readonly method: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Milliseconds on the monotonic clock. */
  readonly startedAt: number
  /** Of a request to the own host name of a status page: its origin, such as `https://status.example.com`. */
  readonly ownOrigin?: string
}

/**
 * The path and query of a request target. The origin of an absolute-form target (RFC 9112 section 3.2.2) is dropped.
 */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const origin = target.startsWith("/") ? 0 : target.indexOf("/", target.indexOf("://") + 3)
  const relative = origin <= 0 ? target : target.slice(origin)
  const mark = relative.indexOf("?")
  return mark === -1
    ? { path: relative, query: "" }
    : { path: relative.slice(0, mark), query: relative.slice(mark + 1) }
}

/** Request ids that are safe to use in logs and headers. */
const SAFE_ID = /^[\w.:-]{1,128}$/u

/** The client's own request id if it is safe, otherwise a new one. */
export const requestIdOf = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && SAFE_ID.test(header) ? header : randomUUID()

/** The host of an absolute-form target, such as `http://example.com/`; null for other targets. */
const TARGET_HOST = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/iu
/** A name without a port, or an address. */
const NAME = /^([^:]+)(?::\d*)?$/u

/**
 * The host name that a request is for: lower case, without port and trailing dot. Null for an IP version 6 address, or
 * if there is none. The host of an absolute-form target counts instead of the Host field (RFC 9112 section 3.2.2).
 * X-Forwarded-Host is never read: many proxies pass on what the client sends there, and shared caches do not know it.
 */
export const requestHostOf = ({ headers, url = "/" }: Pick<IncomingMessage, "headers" | "url">): string | null => {
  const authority = TARGET_HOST.exec(url)?.[1] ?? headers.host ?? ""
  const name = NAME.exec(authority.slice(authority.lastIndexOf("@") + 1))?.[1]
  const host = name?.toLowerCase().replace(/\.$/u, "") ?? ""
  return host === "" ? null : host
}

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
