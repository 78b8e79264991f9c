import type { AddressAnswer, AddressPolicy, DialFault, ResolveAddresses } from "@mon/public-net"
import { dial } from "@mon/public-net"
import { randomBytes } from "node:crypto"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { proxyLimits } from "./ProxyLimits.ts"

/** Why a server could not be reached. */
export interface Refusal {
  readonly code: DialFault | "limit"
  readonly message: string
}

/** The ports that a session dials through. */
export interface ProxyPorts {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
}

/** What one page may do through the proxy, under a credential of its own, and what it did. */
export interface ProxySession {
  readonly username: string
  readonly password: string
  /** The latest refusal by "host:port". */
  readonly refusals: ReadonlyMap<string, Refusal>
  /** Connects to a vetted address, or says why not. */
  readonly connect: (hostname: string, port: number) => Promise<Socket | Refusal>
  /** Whether one more exchange is within the limits; counts it. */
  readonly admit: () => boolean
  /** Counts bytes; ends the session when they are too many. */
  readonly count: (direction: "up" | "down", bytes: number) => void
  /** Destroys the stream with the session. */
  readonly track: (stream: Duplex) => void
  /** Destroys every connection; nothing gets through afterwards. */
  readonly end: () => void
}

const SECRET_BYTES = 24

const secret = (): string => randomBytes(SECRET_BYTES).toString("base64url")

const LIMIT: Refusal = { code: "limit", message: "The page opened more connections than a page may." }

/** A name is asked for once a page: its answer is the same for all that the page loads. */
const resolveOnce = (resolve: ResolveAddresses, signal: AbortSignal): ResolveAddresses => {
  const asked = new Map<string, Promise<AddressAnswer>>()
  return (hostname) => {
    const known = asked.get(hostname) ?? resolve(hostname, signal)
    asked.set(hostname, known)
    return known
  }
}

/** Opens a session. */
export const openProxySession = ({ policy, resolve }: ProxyPorts): ProxySession => {
  const over = new AbortController()
  const ask = resolveOnce(resolve, over.signal)
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
    stream.once("close", () => tracked.delete(stream))
  }

  const refuse = (place: string, refusal: Refusal): Refusal => {
    if (refusals.size < proxyLimits.exchanges) refusals.set(place, refusal)
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
      const place = `${hostname}:${port}`
      if (over.signal.aborted) return LIMIT
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(proxyLimits.dialMs)])
      const result = await dial({ hostname, port, policy, resolve: ask, signal })
      if (!result.ok) return refuse(place, { code: result.code, message: result.message })
      refusals.delete(place)
      result.socket.on("error", () => undefined)
      track(result.socket)
      return result.socket
    }
  }
}
