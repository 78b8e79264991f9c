import { DnsResolver, toPromiseClient } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { type DnsObservation, type DnsWatchTarget, observeDns } from "@mon/uptime-probe"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const OBSERVE_WITHIN_MS = 30_000

/** Queries the servers of a domain for its records. */
export class DnsObserver extends Context.Service<
  DnsObserver,
  {
    readonly observe: (target: DnsWatchTarget) => Effect.Effect<DnsObservation>
  }
>()("@mon/checks/DnsObserver") {
  /**
   * Provides the DNS observer. It queries authoritative servers if the address policy allows their addresses. Only
   * tests change `port`.
   */
  static readonly layer = (port = 53): Layer.Layer<DnsObserver, never, DnsResolver | NetworkPolicy> =>
    Layer.effect(
      DnsObserver,
      Effect.gen(function* () {
        const dns = toPromiseClient(yield* DnsResolver)
        const policy = yield* NetworkPolicy
        return DnsObserver.of({
          observe: (target) =>
            Effect.promise((signal) => observeDns(target, { dns, policy, port, deadlineMs: OBSERVE_WITHIN_MS, signal }))
        })
      })
    )
}
