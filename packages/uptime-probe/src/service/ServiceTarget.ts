import { isIPv6 } from "node:net"
import { canonicalAddress } from "@mon/public-net"

export interface ServiceTarget {
  /** A name in ASCII or an address, in lower case and without brackets. */
  readonly hostname: string
  readonly port: number
}

const FORM = /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]%]+)(?::(\d{1,5}))?$/iu
const LONGEST_TEXT = 300
const MOST_PORT = 65_535

/** Parses "host:port", "192.0.2.1:25" or "[2001:db8::1]:25". If a default port is given, the port is optional. */
export const readTarget = (text: string, defaultPort: number | null): ServiceTarget | null => {
  const [, host, digits] = (text.length > LONGEST_TEXT ? null : FORM.exec(text)) ?? []
  const port = digits === undefined ? defaultPort : Number(digits)
  const url = host === undefined ? null : URL.parse(`http://${host}/`)
  if (url === null || port === null || port < 1 || port > MOST_PORT) return null
  const bare = url.hostname.replace(/^\[(.*)\]$/u, "$1").replace(/\.$/u, "")
  return bare === "" ? null : { hostname: canonicalAddress(bare) ?? bare, port }
}

/** Parses a host without a port. An IPv6 address may have brackets. */
export const readHost = (text: string): string | null => {
  const host = isIPv6(text) ? `[${text}]` : text
  return readTarget(host, null) === null ? (readTarget(host, MOST_PORT)?.hostname ?? null) : null
}

export const writeTarget = ({ hostname, port }: ServiceTarget): string =>
  `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`
