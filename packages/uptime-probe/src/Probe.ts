import { optional, optionsOf, anAbortSignal, argumentsOf } from "@mon/arguments"
import { checkRequest, probeFields } from "./argumentKinds.ts"
import { makeNodeClient } from "@mon/dns"
import { type AddressPolicy, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { processHandshakeLimit } from "./HandshakeLimit.ts"
import type { CheckResult, CheckRequest } from "./CheckResult.ts"
import type { ProbeOptions, ProbeSettings } from "./ProbeOptions.ts"
import { probeUrl } from "./probeUrl.ts"
import { DEFAULT_USER_AGENT, type ProbePorts } from "./ProbePorts.ts"
import { makeResolverHealth } from "./ResolverHealth.ts"
import { processEventLoopMonitor } from "./EventLoopMonitor.ts"
import { makeTrust } from "./Trust.ts"

/** Checks URLs over HTTP and HTTPS. */
export interface Probe {
  /**
   * Never rejects for what a server or a name does; rejects with a TypeError for a wrong request, and with the signal's
   * reason when it is aborted.
   */
  readonly check: (request: CheckRequest | string, signal?: AbortSignal) => Promise<CheckResult>
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
  trust: makeTrust(settings.extraCa === undefined ? {} : { extraCa: settings.extraCa }),
  handshakes: processHandshakeLimit,
  eventLoop: processEventLoopMonitor,
  userAgent: settings.userAgent ?? DEFAULT_USER_AGENT,
  internalRedirects: settings.internalRedirects ?? false
})

const acceptMakeProbe = /* @__PURE__ */ argumentsOf("makeProbe", () => ({
  options: optional(optionsOf<ProbeOptions>(probeFields()))
}))
const acceptCheck = /* @__PURE__ */ argumentsOf("check", () => ({
  request: checkRequest(),
  options: optional(optionsOf<CheckOptions>({ ...probeFields(), signal: optional(anAbortSignal) }))
}))

/**
 * Makes a probe. Reuse it: creating one costs as much as many checks.
 *
 * @example
 * ```ts
 * const probe = makeProbe({ userAgent: "ShopBot/1.0 (+https://shop.example.com/bot)" })
 * const { outcome } = await probe.check("https://example.com")
 * ```
 */
export const makeProbe = (options: ProbeOptions = {}): Probe => {
  acceptMakeProbe(options)
  return buildProbe(options)
}

/** The network that options describe. */
export const makeProbeOutside = (options: Pick<ProbeOptions, "dns" | "dnsServers" | "policy">): Outside => {
  const dns = options.dns ?? makeNodeClient(options.dnsServers === undefined ? {} : { servers: options.dnsServers })
  return {
    policy: options.policy ?? makeAddressPolicy(),
    resolve: dns.resolveAddresses,
    resolverAnswers: async (signal) => (await dns.probe(signal)).answers
  }
}

const buildProbe = (options: ProbeOptions): Probe => {
  const ports = toPorts(makeProbeOutside(options), options)
  return { check: (request, signal) => probeUrl(ports, request, signal) }
}

const made = new WeakMap<CheckOptions, Probe>()
const defaults: CheckOptions = {}

const probeFor = (options: CheckOptions): Probe => {
  const known = made.get(options) ?? buildProbe(options)
  made.set(options, known)
  return known
}

/** A probe's options and a signal that aborts the check. */
export interface CheckOptions extends ProbeOptions {
  readonly signal?: AbortSignal
}

/**
 * Checks a URL once. Calls with the same options object share a probe; rejects like {@link Probe.check}.
 *
 * @example
 * ```ts
 * const { verdict, timings } = await check("https://example.com")
 * ```
 */
export const check = async (request: CheckRequest | string, options: CheckOptions = defaults): Promise<CheckResult> => {
  acceptCheck(request, options)
  return probeFor(options).check(request, options.signal)
}
