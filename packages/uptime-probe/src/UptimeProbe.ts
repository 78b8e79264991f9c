import { DnsResolver, layerNode, probeResolver, makeAddressResolver } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CheckResult, CheckRequest } from "./CheckResult.ts"
import { probeUrl } from "./probeUrl.ts"
import { toPorts } from "./probe/ProbePorts.ts"
import type { ProbeSettings } from "./probe/ProbeOptions.ts"

/** The options for a layer that makes its own probe. */
export interface UptimeProbeOptions extends ProbeSettings {
  /** The name servers, as "address:port". Default: the system's name servers. */
  readonly dnsServers?: ReadonlyArray<string>
  /** The CIDRs that are allowed although they are not public. */
  readonly allow?: ReadonlyArray<string>
}

/** Checks URLs over HTTP and HTTPS. */
export class UptimeProbe extends Context.Service<
  UptimeProbe,
  {
    /**
     * Runs one check. Never fails, because all failures of a server or of name resolution are part of the result.
     * Interruption ends the check immediately. A URL that is not http or https is a defect.
     */
    readonly check: (request: CheckRequest) => Effect.Effect<CheckResult>
  }
>()("@mon/uptime-probe/UptimeProbe") {
  /** Provides a probe. Needs a resolver and an address policy. */
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
        const check = (request: CheckRequest) =>
          Effect.callback<CheckResult>((resume) => {
            let stop: (() => void) | undefined
            probeUrl(ports, request, undefined, (abandon) => {
              stop = abandon
            }).then(
              (found) => resume(Effect.succeed(found)),
              (defect: unknown) => resume(Effect.die(defect))
            )
            return Effect.sync(() => stop?.())
          })
        return UptimeProbe.of({ check })
      })
    )

  /** Provides a probe that uses node:dns and allows public addresses. */
  static readonly layer = ({ dnsServers, allow, ...settings }: UptimeProbeOptions = {}): Layer.Layer<UptimeProbe> =>
    UptimeProbe.layerNoDeps(settings).pipe(
      Layer.provide([
        layerNode(dnsServers === undefined ? {} : { servers: dnsServers }),
        NetworkPolicy.layer(allow === undefined ? {} : { allow })
      ])
    )

  /** Provides a probe for tests. It returns the given results and opens no connection. */
  static readonly layerMemory = (check: (request: CheckRequest) => CheckResult): Layer.Layer<UptimeProbe> =>
    Layer.succeed(UptimeProbe, { check: (request) => Effect.sync(() => check(request)) })
}
