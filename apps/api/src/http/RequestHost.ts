import type { IncomingMessage } from "node:http"

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
