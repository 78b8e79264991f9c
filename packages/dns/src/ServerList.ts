import { argumentsOf, aString } from "@mon/bundled/arguments"
import { canonicalAddress } from "@mon/public-net"

const acceptParseServerList = /* @__PURE__ */ argumentsOf("parseServerList", () => ({ text: aString }))

/** A list of DNS servers, or a sentence that explains why the list is invalid. */
export type ServerList =
  | { readonly ok: true; readonly servers: Array<string> }
  | { readonly ok: false; readonly message: string }

/** The maximum number of servers in a list, which is more than anyone needs. The system's resolver reads only three. */
const MAX_SERVERS = 16
const DNS_PORT = 53
const FORMS = [/^\[([^\]]+)\](?::([0-9]{1,5}))?$/, /^([^:]+)(?::([0-9]{1,5}))?$/, /^([^[\]]+)$/]

/** An IP address and a port. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** Parses "192.0.2.1", "192.0.2.1:5353", "2001:db8::1" or "[2001:db8::1]:5353". Returns null for any other text. */
export const parseServer = (text: string): ServerAddress | null => {
  for (const form of FORMS) {
    const found = form.exec(text)
    const host = canonicalAddress(found?.[1] ?? "")
    const port = Number(found?.[2] ?? DNS_PORT)
    if (host !== null && port >= 1 && port <= 65_535) return { host, port }
  }
  return null
}

export const formatServer = ({ host, port }: ServerAddress): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`

/**
 * Parses a comma-separated list of DNS servers. Each is an address with an optional port (default: 53). Empty text
 * gives an empty list.
 *
 * @example
 * parseServerList("127.0.0.1:5353, ::1") // => { ok: true, servers: ["127.0.0.1:5353", "[::1]:53"] }
 * parseServerList("dns.example") // => { ok: false, message: "\"dns.example\" is not a DNS server such as 192.0.2.1:53 or [2001:db8::1]:53." }
 */
export const parseServerList = (text: string): ServerList => {
  acceptParseServerList(text)
  const entries = text
    .split(",", MAX_SERVERS + 1)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
  if (entries.length > MAX_SERVERS) return { ok: false, message: `At most ${MAX_SERVERS} DNS servers can be listed.` }
  const servers: Array<string> = []
  for (const entry of entries) {
    const server = parseServer(entry)
    if (server === null)
      return {
        ok: false,
        message: `${JSON.stringify(entry.slice(0, 64))} is not a DNS server such as 192.0.2.1:53 or [2001:db8::1]:53.`
      }
    servers.push(formatServer(server))
  }
  return { ok: true, servers }
}
