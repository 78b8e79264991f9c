import type { PortResult } from "@mon/diagnosis"
import { type AddressPolicy, dial } from "@mon/public-net"
import { isIP } from "node:net"

/** HTTP and HTTPS: a web server mostly has both, and a connection without a request harms nobody. */
const WEB_PORTS: ReadonlyArray<number> = [80, 443]
/** A server that does not accept a connection in this time is silent, in milliseconds. */
const WITHIN_MS = 5_000

/** The outcomes of a connection that show something about the server behind the port. */
const KNOWN: ReadonlySet<string> = new Set(["ok", "connect_refused", "connect_reset", "connect_timeout", "no_route"])

/** The settings of the observation of ports. Only tests change them. */
export interface PortObserverSettings {
  /** Ports to connect to. Default: 80 and 443. */
  readonly ports?: ReadonlyArray<number>
  /** Default: 5,000. */
  readonly withinMs?: number
}

/**
 * Finds out which ports of an address other than `except` are open. Sends nothing, and connects only to what the
 * policy allows. Faults of our own are left out.
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

/** After these outcomes, other ports show whether the server is off. */
const SILENT: ReadonlySet<string> = new Set(["connect_timeout", "no_route", "tls_timeout"])

const HTTPS_PORT = 443
const HTTP_PORT = 80

const portOf = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "https:" ? HTTPS_PORT : HTTP_PORT) : Number(port)

/** The server whose other ports are worth a connection, and the port that was silent; null after other failures. */
export const silentServer = (
  outcome: string,
  address: string | null | undefined,
  url: string
): { readonly address: string; readonly port: number } | null =>
  typeof address === "string" && SILENT.has(outcome) ? { address, port: portOf(new URL(url)) } : null
