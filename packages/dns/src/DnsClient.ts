import type { ResolveAddresses } from "@mon/public-net"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { makeNodeResolver, type NodeResolverOptions } from "./NodeResolver.ts"
import { probeResolver, type ResolverProbe } from "./probeResolver.ts"
import type { DnsAnswer, RecordType } from "./Records.ts"
import { makeAddressResolver } from "./addressLookup.ts"
import type { Resolver } from "./Resolver.ts"
import { makeUdpResolver, type UdpResolverOptions } from "./udp/UdpResolver.ts"

/** A DNS client with a promise API. */
export interface DnsClient {
  /** Rejects with a DnsError, or when the signal aborts. */
  readonly query: <T extends RecordType>(name: string, type: T, signal?: AbortSignal) => Promise<DnsAnswer<T>>
  /** For `resolve` of `dial` in `@mon/public-net`; never rejects. */
  readonly resolveAddresses: ResolveAddresses
  /** Whether the configured resolver answers at all. */
  readonly probe: (signal?: AbortSignal) => Promise<ResolverProbe>
}

const runOptions = (signal: AbortSignal | undefined): { readonly signal?: AbortSignal } =>
  signal === undefined ? {} : { signal }

/** The promise API of any resolver. */
export const toPromiseClient = (resolver: Resolver): DnsClient => ({
  query: (name, type, signal) => Effect.runPromise(resolver.query(name, type), runOptions(signal)),
  resolveAddresses: makeAddressResolver(resolver),
  probe: (signal) => Effect.runPromise(probeResolver(resolver), runOptions(signal))
})

/** A client over node:dns (c-ares). An invalid server list throws a TypeError. */
export const makeNodeClient = (options: NodeResolverOptions = {}): DnsClient =>
  toPromiseClient(makeNodeResolver(options))

/** A client that owns sockets. */
export interface UdpClient extends DnsClient {
  /** Closes the sockets; queries in progress fail. Idle sockets do not keep the process alive. */
  readonly close: () => Promise<void>
}

/** This package's own client over UDP and TCP. An invalid server list throws a TypeError. */
export const makeUdpClient = (options: UdpResolverOptions = {}): UdpClient => {
  const scope = Scope.makeUnsafe()
  const resolver = Effect.runSync(Scope.provide(makeUdpResolver(options), scope))
  return { ...toPromiseClient(resolver), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
