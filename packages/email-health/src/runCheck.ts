// The checks themselves, loaded with the first one: the parsers of records need neither them nor Effect.
import { makeUdpResolver, makeZoneResolver, type Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { CheckEmailHealthOptions, ResolverOptions } from "./CheckOptions.ts"
import { makeEmailHealth } from "./EmailHealth.ts"
import type { EmailHealthReport } from "./EmailHealthReport.ts"
import { openTransport } from "./network/openTransport.ts"
import { evaluateSpf } from "./spf/evaluateSpf.ts"
import type { SpfOutcome, SpfRequest } from "./spf/SpfOutcome.ts"

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

/** {@link checkEmailHealth}, with arguments that have been checked. */
export const runHealthCheck = (domain: string, options: CheckEmailHealthOptions): Promise<EmailHealthReport> => {
  const settings = { ...(options.zone === undefined ? { transport: openTransport() } : {}), ...options }
  return withResolver(options, (resolver) =>
    Effect.flatMap(makeEmailHealth(resolver, settings), (service) => service.check(domain, options))
  )
}

/** {@link checkSpf}, with arguments that have been checked. */
export const runSpfCheck = (request: SpfRequest, options: ResolverOptions): Promise<SpfOutcome> =>
  withResolver(options, (resolver) => evaluateSpf(resolver, request))
