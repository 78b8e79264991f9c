import { DnsResolver, layerNode, probeResolver, makeAddressResolver } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type DomainExpirySettings, toExpiryPorts } from "./DomainExpiry.ts"
import type { DomainRequest, RegistrationResult } from "./RegistrationResult.ts"
import { lookupRegistration } from "./lookupRegistration.ts"

/** Settings of registration lookups over a DNS client of their own. */
export interface DomainExpiryLayerOptions extends DomainExpirySettings {
  /** Name servers as "address:port". Default: those of the system. */
  readonly dnsServers?: ReadonlyArray<string>
  /** CIDRs that are let through although they are not public. */
  readonly allow?: ReadonlyArray<string>
}

/** Looks up when domains expire, and whether they are registered. */
export class DomainExpiry extends Context.Service<
  DomainExpiry,
  {
    /** Never fails: whatever a registry or a name does is in the result. Interruption ends it immediately. */
    readonly lookup: (request: DomainRequest) => Effect.Effect<RegistrationResult>
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
        return DomainExpiry.of({
          lookup: (request) => Effect.promise((signal) => lookupRegistration(ports, request, signal))
        })
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

  /** Results that a test supplies: no connection is opened. */
  static readonly layerMemory = (lookup: (request: DomainRequest) => RegistrationResult): Layer.Layer<DomainExpiry> =>
    Layer.succeed(DomainExpiry, { lookup: (request) => Effect.sync(() => lookup(request)) })
}
