import { optional, anAbortSignal, argumentsOf, aString, textLike } from "@mon/bundled/arguments"
import { parseIpAddress, reverseDnsName, unmapIpv4 } from "@mon/public-net"
import { recordType } from "./argumentKinds.ts"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { makeAddressResolver } from "./addressLookup.ts"
import type { DnsClient } from "./DnsClient.ts"
import { probeResolver } from "./probeResolver.ts"
import type { Resolver } from "./Resolver.ts"
import { toAsciiName } from "./toAsciiName.ts"

const acceptQuery = /* @__PURE__ */ argumentsOf("client.query", () => ({
  name: aString,
  type: recordType(),
  signal: optional(anAbortSignal)
}))
const acceptReverse = /* @__PURE__ */ argumentsOf("client.reverse", () => ({
  address: textLike("an IP address", (value) => reverseName(value) !== null),
  signal: optional(anAbortSignal)
}))
const acceptResolveAddresses = /* @__PURE__ */ argumentsOf("client.resolveAddresses", () => ({
  hostname: aString,
  signal: anAbortSignal
}))
const acceptProbe = /* @__PURE__ */ argumentsOf("client.probe", () => ({ signal: optional(anAbortSignal) }))

/**
 * Returns the name under which the PTR records of an address are found. Null if the text is not an address. An
 * IPv4-mapped address counts as IPv4.
 */
const reverseName = (text: string): string | null => {
  const address = parseIpAddress(text)
  return address === null ? null : reverseDnsName(unmapIpv4(address))
}

/** Runs an effect. If the signal interrupts it, rejects with the signal's reason, as Node's functions do. */
export const runWithSignal = async <A, E>(effect: Effect.Effect<A, E>, signal: AbortSignal | undefined): Promise<A> => {
  if (signal === undefined) return Effect.runPromise(effect)
  const exit = await Effect.runPromiseExit(effect, { signal })
  if (signal.aborted && Exit.hasInterrupts(exit)) throw signal.reason
  return Effect.runPromise(exit)
}

/** Makes a client with a promise API from any resolver. */
export const toPromiseClient = (resolver: Resolver): DnsClient => {
  const resolveAddresses = makeAddressResolver(resolver)
  return {
    query: async (name, type, signal) => {
      acceptQuery(name, type, signal)
      return runWithSignal(resolver.query(toAsciiName(name) ?? name, type), signal)
    },
    reverse: async (address, signal) => {
      acceptReverse(address, signal)
      return runWithSignal(resolver.query(reverseName(address) ?? "", "PTR"), signal)
    },
    resolveAddresses: async (hostname, signal) => {
      acceptResolveAddresses(hostname, signal)
      return resolveAddresses(toAsciiName(hostname) ?? hostname, signal)
    },
    probe: async (signal) => {
      acceptProbe(signal)
      return runWithSignal(probeResolver(resolver), signal)
    }
  }
}
