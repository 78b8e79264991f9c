import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { makeAddressResolver } from "./addressLookup.ts"
import type { DnsClient } from "./DnsClient.ts"
import { probeResolver } from "./probeResolver.ts"
import type { Resolver } from "./Resolver.ts"

/** Rejects with the reason of the signal, as the functions of Node do, when the signal interrupted the effect. */
const run = async <A, E>(effect: Effect.Effect<A, E>, signal: AbortSignal | undefined): Promise<A> => {
  if (signal === undefined) return Effect.runPromise(effect)
  const exit = await Effect.runPromiseExit(effect, { signal })
  if (signal.aborted && Exit.hasInterrupts(exit)) throw signal.reason
  return Effect.runPromise(exit)
}

/** The promise API of any resolver. */
export const toPromiseClient = (resolver: Resolver): DnsClient => ({
  query: (name, type, signal) => run(resolver.query(name, type), signal),
  resolveAddresses: makeAddressResolver(resolver),
  probe: (signal) => run(probeResolver(resolver), signal)
})
