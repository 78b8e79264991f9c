import { makeUdpResolver, makeZoneResolver, type Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { ResolverOptions } from "./CheckOptions.ts"

/** Runs a program. If the signal interrupts the program, rejects with the signal's reason, as Node's functions do. */
const runPromise = async <A, E>(program: Effect.Effect<A, E>, signal: AbortSignal | undefined): Promise<A> => {
  if (signal === undefined) return Effect.runPromise(program)
  const exit = await Effect.runPromiseExit(program, { signal })
  if (signal.aborted && Exit.hasInterrupts(exit)) throw signal.reason
  return Effect.runPromise(exit)
}

export const withResolver = <A, E>(
  { servers, zone, signal }: ResolverOptions,
  use: (resolver: Resolver) => Effect.Effect<A, E>
): Promise<A> =>
  runPromise(
    zone === undefined
      ? Effect.scoped(Effect.flatMap(makeUdpResolver(servers === undefined ? {} : { servers }), use))
      : use(makeZoneResolver(zone)),
    signal
  )
