import { Headers } from "undici"

export interface Hop {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly hasBody: boolean
}

/** The headers that are removed when a redirect leads to another origin. */
const SECRET_HEADERS = ["authorization", "cookie", "proxy-authorization", "host"]
/** The headers that describe the body (Fetch standard, "request-body-header name"). */
const BODY_HEADERS = ["content-encoding", "content-language", "content-location", "content-type", "content-length"]

const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Returns whether a status is a redirect (Fetch standard, "redirect status"). */
export const isRedirect = (status: number): boolean => STATUSES.has(status)

const becomesGet = (status: number, method: string): boolean =>
  (status === 303 && method !== "GET" && method !== "HEAD") || (status <= 302 && method === "POST")

/**
 * Returns the request that follows a redirect (Fetch standard, "HTTP-redirect fetch"). Removes credentials if the
 * redirect leads to another origin.
 */
export const redirected = (hop: Hop, status: number, url: URL): Hop => {
  const headers = new Headers(hop.headers)
  const isGet = becomesGet(status, hop.method)
  if (isGet) for (const name of BODY_HEADERS) headers.delete(name)
  if (url.origin !== hop.url.origin) for (const name of SECRET_HEADERS) headers.delete(name)
  return { url, method: isGet ? "GET" : hop.method, headers, hasBody: hop.hasBody && !isGet }
}
