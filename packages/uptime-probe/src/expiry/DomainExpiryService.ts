import { DnsResolver, layerNode, probeResolver, makeAddressResolver } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type DomainExpirySettings, toExpiryPorts } from "./DomainExpiry.ts"
import type { DomainRequest, RegistrationResult } from "./RegistrationResult.ts"
import { lookupRegistration } from "./lookupRegistration.ts"

/** The settings of registration lookups that use a separate DNS client. */
export interface DomainExpiryLayerOptions extends DomainExpirySettings {
  /** The name servers, as "address:port". Default: the system's name servers. */
  readonly dnsServers?: ReadonlyArray<string>
  /** The CIDRs that are allowed although they are not public. */
  readonly allow?: ReadonlyArray<string>
}

/** Looks up when domains expire, and whether they are registered. */
export class DomainExpiry extends Context.Service<
  DomainExpiry,
  {
    /**
     * Looks up a domain. Never fails, because all failures of a registry or of name resolution are part of the result.
     * Interruption ends the lookup immediately.
     */
    readonly lookup: (request: DomainRequest) => Effect.Effect<RegistrationResult>
  }
>()("@mon/uptime-probe/DomainExpiry") {
  /** Provides the lookups. Needs a resolver and an address policy. Throws a TypeError if the settings are invalid. */
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

  /** Provides lookups that use node:dns and allow public addresses. */
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

  /** Provides lookups for tests. They return the given results and open no connection. */
  static readonly layerMemory = (lookup: (request: DomainRequest) => RegistrationResult): Layer.Layer<DomainExpiry> =>
    Layer.succeed(DomainExpiry, { lookup: (request) => Effect.sync(() => lookup(request)) })
}
