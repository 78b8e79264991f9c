import { optional, anAbortSignal, argumentsOf, aString } from "@mon/arguments"
import { recordType } from "./argumentKinds.ts"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { makeAddressResolver } from "./addressLookup.ts"
import type { DnsClient } from "./DnsClient.ts"
import { probeResolver } from "./probeResolver.ts"
import type { Resolver } from "./Resolver.ts"

const acceptQuery = /* @__PURE__ */ argumentsOf("client.query", () => ({
  name: aString,
  type: recordType(),
  signal: optional(anAbortSignal)
}))
const acceptResolveAddresses = /* @__PURE__ */ argumentsOf("client.resolveAddresses", () => ({
  hostname: aString,
  signal: anAbortSignal
}))
const acceptProbe = /* @__PURE__ */ argumentsOf("client.probe", () => ({ signal: optional(anAbortSignal) }))

/** Rejects with the reason of the signal, as the functions of Node do, when the signal interrupted the effect. */
export const runWithSignal = async <A, E>(effect: Effect.Effect<A, E>, signal: AbortSignal | undefined): Promise<A> => {
  if (signal === undefined) return Effect.runPromise(effect)
  const exit = await Effect.runPromiseExit(effect, { signal })
  if (signal.aborted && Exit.hasInterrupts(exit)) throw signal.reason
  return Effect.runPromise(exit)
}

/** The promise API of any resolver. */
export const toPromiseClient = (resolver: Resolver): DnsClient => {
  const resolveAddresses = makeAddressResolver(resolver)
  return {
    query: async (name, type, signal) => {
      acceptQuery(name, type, signal)
      return runWithSignal(resolver.query(name, type), signal)
    },
    resolveAddresses: async (hostname, signal) => {
      acceptResolveAddresses(hostname, signal)
      return resolveAddresses(hostname, signal)
    },
    probe: async (signal) => {
      acceptProbe(signal)
      return runWithSignal(probeResolver(resolver), signal)
    }
  }
}
