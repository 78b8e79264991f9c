import { DnsResolver, layerNode, probeResolver, makeAddressResolver } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type DomainExpirySettings, toExpiryPorts } from "./DomainExpiry.ts"
import type { DomainLook, DomainRequest } from "./DomainLook.ts"
import { lookUpDomain } from "./LookUpDomain.ts"

/** Everything that look-ups of one's own need. */
export interface DomainExpiryLayerOptions extends DomainExpirySettings {
  /** Name servers as "address:port"; the system's own unless told. */
  readonly dnsServers?: ReadonlyArray<string>
  /** CIDRs that are let through although they are not public. */
  readonly allow?: ReadonlyArray<string>
}

/** Looks domains up: when they expire, and whether they are registered at all. */
export class DomainExpiry extends Context.Service<
  DomainExpiry,
  {
    /** Never fails: what a registry or a name does is in the look. Interruption ends it at once. */
    readonly look: (request: DomainRequest) => Effect.Effect<DomainLook>
  }
>()("@mon/uptime-probe/DomainExpiry") {
  /** Over a resolver and an address policy; wrong settings throw a TypeError. */
  static readonly layerNoDeps = (
    settings: DomainExpirySettings = {}
  ): Layer.Layer<DomainExpiry, never, DnsResolver | NetworkPolicy> =>
    Layer.effect(
      DomainExpiry,
      Effect.gen(function* () {
        const resolver = yield* DnsResolver
        const policy = yield* NetworkPolicy
        const ports = toExpiryPorts(
          {
            policy,
            resolve: makeAddressResolver(resolver),
            resolverAnswers: async (signal) => (await Effect.runPromise(probeResolver(resolver), { signal })).answers
          },
          settings
        )
        return DomainExpiry.of({ look: (request) => Effect.promise((signal) => lookUpDomain(ports, request, signal)) })
      })
    )

  /** Over node:dns and the public addresses. */
  static readonly layer = ({
    dnsServers,
    allow,
    ...settings
  }: DomainExpiryLayerOptions = {}): Layer.Layer<DomainExpiry> =>
    DomainExpiry.layerNoDeps(settings).pipe(
      Layer.provide([
        layerNode(dnsServers === undefined ? {} : { servers: dnsServers }),
        NetworkPolicy.layer(allow === undefined ? {} : { allow })
      ])
    )

  /** Looks that a test writes: nothing is opened. */
  static readonly layerMemory = (look: (request: DomainRequest) => DomainLook): Layer.Layer<DomainExpiry> =>
    Layer.succeed(DomainExpiry, { look: (request) => Effect.sync(() => look(request)) })
}
