import { canonicalAddress } from "@mon/public-net"
import { normalise } from "../DnsName.ts"
import { toAsciiName } from "../toAsciiName.ts"
import type { TlsTarget } from "./connectTls.ts"

/** The default port of DNS over TLS (RFC 7858 section 3.1). */
const TLS_PORT = 853
const FORMS = [/^\[([^\]]+)\](?::([0-9]{1,5}))?$/, /^([^:[\]]+)(?::([0-9]{1,5}))?$/, /^([0-9a-f:.]+)$/i]
const MAX_URL = 2_048
/** The URI template (RFC 6570) at the end of a URL. Its only variable is the query. */
const TEMPLATE = /\{\?dns\}$/

const hostOf = (text: string): string | null => {
  const address = canonicalAddress(text)
  if (address !== null) return address
  const name = normalise(toAsciiName(text) ?? "")
  return name === null || name === "" || text.includes(":") ? null : name
}

/**
 * Parses "dns.example:853", "192.0.2.1", "[2001:db8::1]:853" or "192.0.2.1#dns.example". Returns null for any other
 * text.
 */
export const parseTlsServer = (text: string): TlsTarget | null => {
  const [place = "", name, ...rest] = text.split("#")
  const certificate = name === undefined ? undefined : hostOf(name)
  if (rest.length > 0 || certificate === null) return null
  for (const form of FORMS) {
    const found = form.exec(place)
    const hostname = found?.[1] === undefined ? null : hostOf(found[1])
    const port = Number(found?.[2] ?? TLS_PORT)
    if (hostname !== null && port >= 1 && port <= 65_535)
      return { hostname, port, certificateName: certificate ?? hostname }
  }
  return null
}

/** Returns null if the scheme is not https, or if the URL contains credentials. */
export const parseHttpsUrl = (text: string): URL | null => {
  const url = text.length > MAX_URL ? null : URL.parse(text.replace(TEMPLATE, ""))
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "") return null
  url.hash = ""
  return url
}

export const targetOf = (url: URL): TlsTarget => {
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1")
  return { hostname, port: url.port === "" ? 443 : Number(url.port), certificateName: hostname }
}

export const formatTarget = ({ hostname, port }: TlsTarget): string =>
  `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`
