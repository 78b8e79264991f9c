import { type DnsClient, makeNodeClient } from "@mon/dns"
import { type AddressPolicy, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { processHandshakeLimit } from "./HandshakeLimit.ts"
import type { Look, LookRequest } from "./Look.ts"
import { lookAround } from "./LookAround.ts"
import { DEFAULT_USER_AGENT, type ProbePorts } from "./ProbePorts.ts"
import { makeResolverHealth } from "./ResolverHealth.ts"
import { processStallWatch } from "./StallWatch.ts"
import { makeTrust } from "./Trust.ts"

/** How a probe looks; the same for all its looks. */
export interface ProbeSettings {
  readonly userAgent?: string
  /** Trust anchors beside Node's default ones, in PEM form; what is no certificate throws a TypeError. */
  readonly extraCa?: ReadonlyArray<string>
}

/** What a probe stands on; all of it has a default. */
export interface ProbeOptions extends ProbeSettings {
  /** Public addresses only unless told. */
  readonly policy?: AddressPolicy
  /** Name servers as "address:port"; the system's own unless told. */
  readonly dnsServers?: ReadonlyArray<string>
  /** A resolver instead of `dnsServers`. */
  readonly dns?: Pick<DnsClient, "resolveAddresses" | "probe">
}

/** Looks at URLs. */
export interface Probe {
  /**
   * Never rejects for what a server or a name does; rejects with a TypeError when the URL is no http or https URL, and with the signal's reason
   * when it is aborted.
   */
  readonly look: (request: LookRequest, signal?: AbortSignal) => Promise<Look>
}

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
  trust: makeTrust(settings.extraCa),
  handshakes: processHandshakeLimit,
  stalls: processStallWatch,
  userAgent: settings.userAgent ?? DEFAULT_USER_AGENT
})

/**
 * Makes a probe; keep it, since making one costs as much as many looks.
 *
 * @example
 * ```ts
 * const probe = makeProbe({ userAgent: "ShopBot/1.0 (+https://shop.example.com/bot)" })
 * const { outcome } = await probe.look({ url: "https://example.com", timeoutMs: 10_000 })
 * ```
 */
export const makeProbe = (options: ProbeOptions = {}): Probe => {
  const dns = options.dns ?? makeNodeClient(options.dnsServers === undefined ? {} : { servers: options.dnsServers })
  const ports = toPorts(
    {
      policy: options.policy ?? makeAddressPolicy(),
      resolve: dns.resolveAddresses,
      resolverAnswers: async (signal) => (await dns.probe(signal)).answers
    },
    options
  )
  return { look: (request, signal) => lookAround(ports, request, signal) }
}

const made = new WeakMap<LookOptions, Probe>()
const defaults: LookOptions = {}

const probeFor = (options: LookOptions): Probe => {
  const known = made.get(options) ?? makeProbe(options)
  made.set(options, known)
  return known
}

/** A probe's options and a signal that gives the look up. */
export interface LookOptions extends ProbeOptions {
  readonly signal?: AbortSignal
}

/**
 * Looks at a URL once. The probe behind it is kept for as long as the same options object is used; rejects like {@link Probe.look}.
 *
 * @example
 * ```ts
 * const { verdict, timings } = await look({ url: "https://example.com", timeoutMs: 10_000 })
 * ```
 */
export const look = (request: LookRequest, options: LookOptions = defaults): Promise<Look> =>
  probeFor(options).look(request, options.signal)
