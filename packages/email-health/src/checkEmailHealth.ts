import { aNumber, optional, optionsOf, argumentsOf, aString, textLike } from "@mon/arguments"
import { checkOptions, resolverFields } from "./argumentKinds.ts"
import { parseIpAddress } from "@mon/public-net/policy"
import type { Zone } from "@mon/dns"
import { makeUdpResolver, makeZoneResolver, type Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { makeEmailHealth } from "./EmailHealth.ts"
import type { EmailHealthReport } from "./EmailHealthReport.ts"
import { openTransport } from "./network/openTransport.ts"
import { evaluateSpf } from "./spf/evaluateSpf.ts"
import type { CheckOptions, EmailHealthSettings } from "./CheckOptions.ts"
import type { SpfOutcome, SpfRequest } from "./spf/SpfOutcome.ts"

const acceptCheckEmailHealth = /* @__PURE__ */ argumentsOf("checkEmailHealth", () => ({
  domain: aString,
  options: optional(checkOptions())
}))
const acceptCheckSpf = /* @__PURE__ */ argumentsOf("checkSpf", () => ({
  request: optionsOf<SpfRequest>({
    ip: textLike("an IPv4 or IPv6 address", (value) => parseIpAddress(value) !== null),
    sender: aString,
    helo: optional(aString),
    receiver: optional(aString),
    now: optional(aNumber("a number of seconds since 1970", 0))
  }),
  options: optional(optionsOf<ResolverOptions>(resolverFields()))
}))

/** The resolver to use. */
export interface ResolverOptions {
  /** "192.0.2.1:53"; the port is optional. Default: the system's servers. */
  readonly servers?: ReadonlyArray<string>
  /** A declarative zone instead of servers, without a network. */
  readonly zone?: Zone
  readonly signal?: AbortSignal
}

/** Options of {@link checkEmailHealth}. */
export interface CheckEmailHealthOptions extends EmailHealthSettings, CheckOptions, ResolverOptions {}

/** Rejects with the reason of the signal, as the functions of Node do, when the signal interrupted the program. */
const runPromise = async <A, E>(program: Effect.Effect<A, E>, signal: AbortSignal | undefined): Promise<A> => {
  if (signal === undefined) return Effect.runPromise(program)
  const exit = await Effect.runPromiseExit(program, { signal })
  if (signal.aborted && Exit.hasInterrupts(exit)) throw signal.reason
  return Effect.runPromise(exit)
}

const withResolver = <A, E>(
  { servers, zone, signal }: ResolverOptions,
  use: (resolver: Resolver) => Effect.Effect<A, E>
): Promise<A> => {
  const made: Effect.Effect<Resolver, never, never> | null =
    zone === undefined ? null : Effect.succeed(makeZoneResolver(zone))
  const program =
    made === null
      ? Effect.scoped(Effect.flatMap(makeUdpResolver(servers === undefined ? {} : { servers }), use))
      : Effect.flatMap(made, use)
  return runPromise(program, signal)
}

/**
 * Checks the MX, SPF, DKIM, DMARC and blacklists of a domain. Rejects with an EmailHealthError for an invalid domain,
 * and with the reason of the signal when it aborts.
 *
 * @example
 * (await checkEmailHealth("parked.example.com", { zone: { "parked.example.com": { MX: [{ preference: 0, exchange: "." }], TXT: ["v=spf1 -all"] }, "_dmarc.parked.example.com": { TXT: ["v=DMARC1; p=reject"] } } })).score // => 100
 */
export const checkEmailHealth = async (
  domain: string,
  options: CheckEmailHealthOptions = {}
): Promise<EmailHealthReport> => {
  acceptCheckEmailHealth(domain, options)
  const settings = { ...(options.zone === undefined ? { transport: openTransport() } : {}), ...options }
  return withResolver(options, (resolver) =>
    Effect.flatMap(makeEmailHealth(resolver, settings), (service) => service.check(domain, options))
  )
}

/**
 * The SPF result of one message, as a receiver evaluates it (RFC 7208). An invalid IP address rejects with a TypeError.
 *
 * @example
 * (await checkSpf({ ip: "192.0.2.1", sender: "a@example.com" }, { zone: { "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] } } })).result // => "pass"
 */
export const checkSpf = async (request: SpfRequest, options: ResolverOptions = {}): Promise<SpfOutcome> => {
  acceptCheckSpf(request, options)
  return withResolver(options, (resolver) => evaluateSpf(resolver, request))
}
