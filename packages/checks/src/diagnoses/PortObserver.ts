import type { PortResult } from "@mon/diagnosis"
import { dial } from "@mon/public-net"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isIP } from "node:net"

/** HTTP and HTTPS: a web server mostly has both, and a connection without a request harms nobody. */
const WEB_PORTS: ReadonlyArray<number> = [80, 443]
/** A server that does not accept a connection in this time is silent, in milliseconds. */
const WITHIN_MS = 5_000

/** What a port says about its server. */
const KNOWN: ReadonlySet<string> = new Set(["ok", "connect_refused", "connect_reset", "connect_timeout", "no_route"])

/** What {@link PortObserver.layer} takes. Only tests change it. */
export interface PortObserverSettings {
  /** Ports to connect to. Default: 80 and 443. */
  readonly ports?: ReadonlyArray<number>
  /** Default: 5,000. */
  readonly withinMs?: number
}

/** Connects to other ports of a server, which shows whether a port is filtered or the server is off. */
export class PortObserver extends Context.Service<
  PortObserver,
  {
    /** Whether ports other than `except` accept connections. Sends nothing. Faults of our own are left out. */
    readonly observe: (address: string, except: number) => Effect.Effect<ReadonlyArray<PortResult>>
  }
>()("@mon/checks/PortObserver") {
  /** Connects only to addresses that the address policy allows. */
  static readonly layer = ({ ports = WEB_PORTS, withinMs = WITHIN_MS }: PortObserverSettings = {}): Layer.Layer<
    PortObserver,
    never,
    NetworkPolicy
  > =>
    Layer.effect(
      PortObserver,
      Effect.gen(function* () {
        const policy = yield* NetworkPolicy
        const connect = async (hostname: string, port: number): Promise<ReadonlyArray<PortResult>> => {
          const found = await dial({
            hostname,
            port,
            policy,
            resolve: async () => ({ status: "nodata" }),
            signal: AbortSignal.timeout(withinMs)
          })
          if (found.ok) found.socket.destroy()
          const outcome = found.ok ? "ok" : found.code
          return KNOWN.has(outcome) ? [{ port, outcome }] : []
        }
        return PortObserver.of({
          observe: (address, except) =>
            Effect.promise(async () => {
              if (isIP(address) === 0) return []
              const wanted = ports.filter((port) => port !== except)
              return (await Promise.all(wanted.map((port) => connect(address, port)))).flat()
            })
        })
      })
    )
}
