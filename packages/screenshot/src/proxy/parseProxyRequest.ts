export interface ProxyTarget {
  readonly hostname: string
  readonly port: number
}

const HTTP_PORT = 80
const MAX_PORT = 65_535

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/u, "$1")

/** Parses the target of CONNECT, in authority form (RFC 9110 section 9.3.6). Returns null for any other text. */
export const parseAuthority = (text: string): ProxyTarget | null => {
  const match = /^(\[[0-9a-f:.]+\]|[^\s/@:?#[\]]{1,253}):([0-9]{1,5})$/iu.exec(text)
  const port = Number(match?.[2])
  return match?.[1] !== undefined && port >= 1 && port <= MAX_PORT
    ? { hostname: withoutBrackets(match[1]), port }
    : null
}

/**
 * Parses the target of a request in absolute form (RFC 9112 section 3.2.2), with its host and path. Returns null if it
 * is not an http URL.
 */
export const parseAbsolute = (
  text: string
): (ProxyTarget & { readonly host: string; readonly path: string }) | null => {
  const url = /^http:\/\//iu.test(text) ? URL.parse(text) : null
  if (url === null || url.username !== "" || url.password !== "" || url.port === "0") return null
  return {
    hostname: withoutBrackets(url.hostname),
    port: url.port === "" ? HTTP_PORT : Number(url.port),
    host: url.host,
    path: `${url.pathname}${url.search}`
  }
}
