import { guard } from "@mon/bundled/callbacks"
import { randomBytes } from "node:crypto"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { makeFilteredConnect, type ProxyNetwork, type Refusal } from "./proxyFilter.ts"
import { proxyLimits } from "./ProxyLimits.ts"

/** The proxy session of one page, with separate credentials and limits. */
export interface ProxySession {
  readonly username: string
  readonly password: string
  /** The latest refusal for each "host:port". */
  readonly refusals: ReadonlyMap<string, Refusal>
  /** Connects to an address that the policy allows, or returns the refusal. */
  readonly connect: (hostname: string, port: number) => Promise<Socket | Refusal>
  /** Counts a connection or request. Returns false if the limits are exceeded. */
  readonly admit: () => boolean
  /** Counts bytes. Ends the session if the limits are exceeded. */
  readonly count: (direction: "up" | "down", bytes: number) => void
  /** Registers a stream that is destroyed when the session ends. */
  readonly track: (stream: Duplex) => void
  /** Destroys all connections and refuses new ones. */
  readonly end: () => void
}

const SECRET_BYTES = 24

const secret = (): string => randomBytes(SECRET_BYTES).toString("base64url")

const LIMIT: Refusal = { code: "limit", message: "The page opened too many connections." }

/** Opens a session for a page's host. The host must be given only if its name cannot exist in the public DNS. */
export const openProxySession = (network: ProxyNetwork, pageHost?: string): ProxySession => {
  const over = new AbortController()
  const connect = makeFilteredConnect(network, pageHost, over.signal)
  const refusals = new Map<string, Refusal>()
  const tracked = new Set<Duplex>()
  const bytes = { up: 0, down: 0 }
  let exchanges = 0

  const end = (): void => {
    over.abort()
    for (const stream of tracked) stream.destroy()
    tracked.clear()
  }

  const track = (stream: Duplex): void => {
    if (over.signal.aborted) {
      stream.destroy()
      return
    }
    if (tracked.has(stream)) return
    tracked.add(stream)
    stream.once(
      "close",
      guard(() => {})(() => tracked.delete(stream))
    )
  }

  const refuse = (target: string, refusal: Refusal): Refusal => {
    if (refusals.size < proxyLimits.exchanges) refusals.set(target, refusal)
    return refusal
  }

  return {
    username: secret(),
    password: secret(),
    refusals,
    admit: () => {
      exchanges += 1
      return !over.signal.aborted && exchanges <= proxyLimits.exchanges && tracked.size < 2 * proxyLimits.connections
    },
    count: (direction, count) => {
      bytes[direction] += count
      if (bytes.up > proxyLimits.bytesUp || bytes.down > proxyLimits.bytesDown) end()
    },
    track,
    end,
    connect: async (hostname, port) => {
      const target = `${hostname}:${port}`
      if (over.signal.aborted) return LIMIT
      const result = await connect(hostname, port)
      if ("code" in result) return refuse(target, result)
      refusals.delete(target)
      track(result)
      return result
    }
  }
}
