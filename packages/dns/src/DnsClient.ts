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

/** A resolver with promises. */
export interface DnsClient {
  /** Rejects with a DnsError, or when the signal aborts. */
  readonly query: <T extends RecordType>(name: string, type: T, signal?: AbortSignal) => Promise<DnsAnswer<T>>
  /** The resolver port of `@mon/public-net`; never rejects. */
  readonly resolveAddresses: ResolveAddresses
  /** Whether our own resolver answers at all. */
  readonly probe: (signal?: AbortSignal) => Promise<ResolverProbe>
}

const runOptions = (signal: AbortSignal | undefined): { readonly signal?: AbortSignal } =>
  signal === undefined ? {} : { signal }

/** The promise face of any resolver. */
export const toPromiseClient = (resolver: Resolver): DnsClient => ({
  query: (name, type, signal) => Effect.runPromise(resolver.query(name, type), runOptions(signal)),
  resolveAddresses: makeAddressResolver(resolver),
  probe: (signal) => Effect.runPromise(probeResolver(resolver), runOptions(signal))
})

/** A client over node:dns (c-ares); bad servers throw a TypeError. */
export const makeNodeClient = (options: NodeResolverOptions = {}): DnsClient => toPromiseClient(makeNodeResolver(options))

/** A client that has sockets to close. */
export interface UdpClient extends DnsClient {
  /** Closes the sockets; what is still asked fails. Idle sockets do not keep a process alive. */
  readonly close: () => Promise<void>
}

/** Our own client over UDP and TCP; bad servers throw a TypeError. */
export const makeUdpClient = (options: UdpResolverOptions = {}): UdpClient => {
  const scope = Scope.makeUnsafe()
  const resolver = Effect.runSync(Scope.provide(makeUdpResolver(options), scope))
  return { ...toPromiseClient(resolver), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
