import { makeNodeClient } from "@mon/dns"
import { type AddressPolicy, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { processEventLoopMonitor } from "./EventLoopMonitor.ts"
import { processHandshakeLimit } from "../tls/HandshakeLimit.ts"
import type { ProbeOptions, ProbeSettings } from "./ProbeOptions.ts"
import { DEFAULT_USER_AGENT, type ProbePorts } from "./ProbePorts.ts"
import { makeResolverHealth } from "./ResolverHealth.ts"
import { makeTrust } from "../tls/Trust.ts"

interface Outside {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  readonly resolverAnswers: (signal: AbortSignal) => Promise<boolean>
}

/** The ports of a probe that shares the process's limits. */
export const toPorts = (outside: Outside, settings: ProbeSettings): ProbePorts => ({
  policy: outside.policy,
  resolve: outside.resolve,
  resolver: makeResolverHealth(outside.resolverAnswers),
  trust: makeTrust(settings.extraCa === undefined ? {} : { extraCa: settings.extraCa }),
  handshakes: processHandshakeLimit,
  eventLoop: processEventLoopMonitor,
  userAgent: settings.userAgent ?? DEFAULT_USER_AGENT,
  internalRedirects: settings.internalRedirects ?? false
})

/** The network that options describe. */
export const makeProbeOutside = (options: Pick<ProbeOptions, "dns" | "dnsServers" | "policy">): Outside => {
  const dns = options.dns ?? makeNodeClient(options.dnsServers === undefined ? {} : { servers: options.dnsServers })
  return {
    policy: options.policy ?? makeAddressPolicy(),
    resolve: dns.resolveAddresses,
    resolverAnswers: async (signal) => (await dns.probe(signal)).answers
  }
}
