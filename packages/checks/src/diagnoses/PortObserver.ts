import type { PortResult } from "@mon/diagnosis"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { observePorts, type PortObserverSettings } from "./observePorts.ts"

/** Connects to other ports of a server, to find out whether one port is filtered or the whole server is down. */
export class PortObserver extends Context.Service<
  PortObserver,
  {
    /**
     * Connects to ports other than `except`, to find out whether they are open. Sends nothing. Leaves out results that
     * an error in Mon caused.
     */
    readonly observe: (address: string, except: number) => Effect.Effect<ReadonlyArray<PortResult>>
  }
>()("@mon/checks/PortObserver") {
  /** Provides the observer of ports. It connects only to addresses that the address policy allows. */
  static readonly layer = (settings: PortObserverSettings = {}): Layer.Layer<PortObserver, never, NetworkPolicy> =>
    Layer.effect(
      PortObserver,
      Effect.map(NetworkPolicy, (policy) =>
        PortObserver.of({
          observe: (address, except) => Effect.promise(() => observePorts(address, except, policy, settings))
        })
      )
    )
}
