import type { PortResult } from "@mon/diagnosis"
import { type AddressPolicy, dial } from "@mon/public-net"
import { isIP } from "node:net"

/** The default ports. Most web servers listen on both, and a connection without a request does no harm. */
const WEB_PORTS: ReadonlyArray<number> = [80, 443]
const WITHIN_MS = 5_000

/** The outcomes of a connection that show something about the server behind the port. */
const KNOWN: ReadonlySet<string> = new Set(["ok", "connect_refused", "connect_reset", "connect_timeout", "no_route"])

/** The settings for {@link observePorts}. Only tests change them. */
export interface PortObserverSettings {
  /** The ports to connect to. Default: 80 and 443. */
  readonly ports?: ReadonlyArray<number>
  /** The time within which a server must accept a connection, in milliseconds. Default: 5,000. */
  readonly withinMs?: number
}

/**
 * Finds out which ports of an address are open, except the port `except`. Sends nothing, and connects only to addresses
 * that the policy allows. Leaves out results that an error in Mon caused.
 */
export const observePorts = async (
  address: string,
  except: number,
  policy: AddressPolicy,
  { ports = WEB_PORTS, withinMs = WITHIN_MS }: PortObserverSettings = {}
): Promise<ReadonlyArray<PortResult>> => {
  const connect = async (port: number): Promise<ReadonlyArray<PortResult>> => {
    const found = await dial({
      hostname: address,
      port,
      policy,
      resolve: async () => ({ status: "nodata" }),
      signal: AbortSignal.timeout(withinMs)
    })
    if (found.ok) found.socket.destroy()
    const outcome = found.ok ? "ok" : found.code
    return KNOWN.has(outcome) ? [{ port, outcome }] : []
  }
  if (isIP(address) === 0) return []
  return (await Promise.all(ports.filter((port) => port !== except).map(connect))).flat()
}

/** The outcomes after which a connection to other ports can show whether the whole server is down. */
const SILENT: ReadonlySet<string> = new Set(["connect_timeout", "no_route", "tls_timeout"])

const HTTPS_PORT = 443
const HTTP_PORT = 80

/** The port of a host that must answer pings: no port is left out. */
const NO_PORT = 0
const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["http:", HTTP_PORT],
  ["https:", HTTPS_PORT],
  ["ws:", HTTP_PORT],
  ["wss:", HTTPS_PORT]
])

const portOf = ({ port, protocol }: URL): number =>
  port === "" ? (DEFAULT_PORTS.get(protocol) ?? NO_PORT) : Number(port)

/**
 * Returns the server whose other ports should be tried, and the port that did not respond. Null if the outcome gives no
 * reason to try other ports. A ping that is not answered has the outcome `header_timeout`.
 */
export const silentServer = (
  outcome: string,
  address: string | null | undefined,
  url: string
): { readonly address: string; readonly port: number } | null =>
  typeof address === "string" && (SILENT.has(outcome) || (outcome === "header_timeout" && url.startsWith("icmp:")))
    ? { address, port: portOf(new URL(url)) }
    : null
