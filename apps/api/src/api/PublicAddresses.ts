import { DnsResolver, lookUpAddresses } from "@mon/dns/effect"
import { vetAddresses } from "@mon/public-net"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Context, Effect, Layer, Option } from "effect"
import { isIP } from "node:net"

/** The time limit for the DNS lookup when a monitor is created. */
const LOOKUP_CAP = "2 seconds"

export class PublicAddresses extends Context.Service<
  PublicAddresses,
  {
    /**
     * Returns true if any address of the host, a name or an address, is not public. Returns false if the host does not
     * resolve in time.
     */
    readonly refuses: (hostname: string) => Effect.Effect<boolean>
  }
>()("@mon/api/PublicAddresses") {
  static readonly layer: Layer.Layer<PublicAddresses, never, DnsResolver | NetworkPolicy> = Layer.effect(
    PublicAddresses,
    Effect.gen(function* () {
      const resolver = yield* DnsResolver
      const policy = yield* NetworkPolicy
      const refuses = Effect.fn("PublicAddresses.refuses")(function* (hostname: string) {
        if (isIP(hostname) !== 0) return !vetAddresses(policy, [hostname]).ok
        const answer = yield* Effect.timeoutOption(lookUpAddresses(resolver, hostname), LOOKUP_CAP)
        return Option.isSome(answer) && answer.value.status === "ok" && !vetAddresses(policy, answer.value.addresses).ok
      })
      return PublicAddresses.of({ refuses })
    })
  )
}

/** Returns whether an address of any of the hosts is not public. */
export const refusesAny = (hostnames: ReadonlyArray<string>) =>
  Effect.flatMap(PublicAddresses, ({ refuses }) =>
    Effect.map(Effect.forEach(new Set(hostnames), refuses, { concurrency: "unbounded" }), (refused) =>
      refused.includes(true)
    )
  )
