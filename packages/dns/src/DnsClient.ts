import { optional, argumentsOf, aString } from "@mon/arguments"
import { nodeOptions, udpOptions, zoneRecords } from "./argumentKinds.ts"
import type { ResolveAddresses } from "@mon/public-net"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { makeNodeResolver } from "./NodeResolver.ts"
import { toPromiseClient } from "./promiseClient.ts"
import type { DnsAnswer, RecordType } from "./Records.ts"
import type { NodeResolverOptions, UdpResolverOptions } from "./ResolverOptions.ts"
import type { ResolverProbe } from "./ResolverProbe.ts"
import { makeUdpResolver } from "./udp/UdpResolver.ts"
import type { Zone, ZoneQuery, ZoneTable } from "./Zone.ts"
import { makeZoneResolver } from "./ZoneResolver.ts"

const acceptMakeNodeClient = /* @__PURE__ */ argumentsOf("makeNodeClient", () => ({ options: optional(nodeOptions()) }))
const acceptMakeUdpClient = /* @__PURE__ */ argumentsOf("makeUdpClient", () => ({ options: optional(udpOptions()) }))
const acceptZoneSet = /* @__PURE__ */ argumentsOf("client.set", () => ({ name: aString, records: zoneRecords() }))
const acceptZoneDelete = /* @__PURE__ */ argumentsOf("client.delete", () => ({ name: aString }))

/** A DNS client with a promise API. */
export interface DnsClient {
  /** Rejects with a DnsError, or with the signal's reason when it is aborted. */
  readonly query: <T extends RecordType>(name: string, type: T, signal?: AbortSignal) => Promise<DnsAnswer<T>>
  /** For `resolve` of `dial` in `@mon/public-net`; never rejects. */
  readonly resolveAddresses: ResolveAddresses
  /** Whether the configured resolver answers at all. */
  readonly probe: (signal?: AbortSignal) => Promise<ResolverProbe>
}

/** A client over node:dns (c-ares). An invalid server list throws a TypeError. */
export const makeNodeClient = (options: NodeResolverOptions = {}): DnsClient => {
  acceptMakeNodeClient(options)
  return toPromiseClient(makeNodeResolver(options))
}

/** A client that owns sockets. */
export interface UdpClient extends DnsClient {
  /** Closes the sockets; queries in progress fail. Idle sockets do not keep the process alive. */
  readonly close: () => Promise<void>
}

/** This package's own client over UDP and TCP. An invalid server list throws a TypeError. */
export const makeUdpClient = (options: UdpResolverOptions = {}): UdpClient => {
  acceptMakeUdpClient(options)
  const scope = Scope.makeUnsafe()
  const resolver = Effect.runSync(Scope.provide(makeUdpResolver(options), scope))
  return { ...toPromiseClient(resolver), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** A client over a declarative zone that records its queries and can be changed. */
export interface ZoneClient extends DnsClient, Pick<ZoneTable, "set" | "delete"> {
  /** All queries so far, in order. */
  readonly queries: ReadonlyArray<ZoneQuery>
}

/**
 * A client over a declarative zone, for tests: no network, distinct NXDOMAIN and NODATA, and simulated faults.
 *
 * @example
 * (await makeZoneClient({ "example.com": { A: ["192.0.2.1"] } }).query("nosuch.example.com", "A")).status // => "nxdomain"
 */
export const makeZoneClient = (zone: Zone): ZoneClient => {
  const resolver = makeZoneResolver(zone)
  return {
    ...toPromiseClient(resolver),
    queries: resolver.queries,
    set: (name, records) => {
      acceptZoneSet(name, records)
      resolver.set(name, records)
    },
    delete: (name) => {
      acceptZoneDelete(name)
      resolver.delete(name)
    }
  }
}
