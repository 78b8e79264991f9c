import { DnsResolver, layerNode, probeResolver, makeAddressResolver } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Look, LookRequest } from "./Look.ts"
import { lookAround } from "./LookAround.ts"
import { type ProbeSettings, toPorts } from "./Probe.ts"

/** Everything that a probe of its own needs. */
export interface UptimeProbeOptions extends ProbeSettings {
  /** Name servers as "address:port"; the system's own unless told. */
  readonly dnsServers?: ReadonlyArray<string>
  /** CIDRs that are let through although they are not public. */
  readonly allow?: ReadonlyArray<string>
}

/** Looks at URLs. */
export class UptimeProbe extends Context.Service<
  UptimeProbe,
  {
    /** Never fails: what a server or a name does is in the look. Interruption ends it at once. A URL that is not http or https is a defect. */
    readonly look: (request: LookRequest) => Effect.Effect<Look>
  }
>()("@mon/uptime-probe/UptimeProbe") {
  /** Over a resolver and an address policy. */
  static readonly layerNoDeps = (
    settings: ProbeSettings = {}
  ): Layer.Layer<UptimeProbe, never, DnsResolver | NetworkPolicy> =>
    Layer.effect(
      UptimeProbe,
      Effect.gen(function* () {
        const resolver = yield* DnsResolver
        const policy = yield* NetworkPolicy
        const ports = toPorts(
          {
            policy,
            resolve: makeAddressResolver(resolver),
            resolverAnswers: async (signal) => (await Effect.runPromise(probeResolver(resolver), { signal })).answers
          },
          settings
        )
        const look = (request: LookRequest) =>
          Effect.callback<Look>((resume) => {
            let stop: (() => void) | undefined
            lookAround(ports, request, undefined, (giveUp) => {
              stop = giveUp
            }).then(
              (found) => resume(Effect.succeed(found)),
              (defect: unknown) => resume(Effect.die(defect))
            )
            return Effect.sync(() => stop?.())
          })
        return UptimeProbe.of({ look })
      })
    )

  /** Over node:dns and the public addresses. */
  static readonly layer = ({ dnsServers, allow, ...settings }: UptimeProbeOptions = {}): Layer.Layer<UptimeProbe> =>
    UptimeProbe.layerNoDeps(settings).pipe(
      Layer.provide([
        layerNode(dnsServers === undefined ? {} : { servers: dnsServers }),
        NetworkPolicy.layer(allow === undefined ? {} : { allow })
      ])
    )

  /** Looks that a test writes: nothing is opened. */
  static readonly layerMemory = (look: (request: LookRequest) => Look): Layer.Layer<UptimeProbe> =>
    Layer.succeed(UptimeProbe, { look: (request) => Effect.sync(() => look(request)) })
}
