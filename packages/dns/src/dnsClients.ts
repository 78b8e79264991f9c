import { optional, argumentsOf, aString } from "@mon/bundled/arguments"
import { httpsOptions, nodeOptions, tlsOptions, udpOptions, zoneRecords } from "./argumentKinds.ts"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { makeHttpsResolver, makeTlsResolver } from "./encrypted/EncryptedResolver.ts"
import { makeNodeResolver } from "./NodeResolver.ts"
import type { DnsClient } from "./DnsClient.ts"
import { toPromiseClient } from "./promiseClient.ts"
import type {
  HttpsResolverOptions,
  NodeResolverOptions,
  TlsResolverOptions,
  UdpResolverOptions
} from "./ResolverOptions.ts"
import type { Resolver } from "./Resolver.ts"
import { makeUdpResolver } from "./udp/UdpResolver.ts"
import type { Zone, ZoneQuery, ZoneTable } from "./Zone.ts"
import { makeZoneResolver } from "./ZoneResolver.ts"

const acceptMakeNodeClient = /* @__PURE__ */ argumentsOf("makeNodeClient", () => ({ options: optional(nodeOptions()) }))
const acceptMakeUdpClient = /* @__PURE__ */ argumentsOf("makeUdpClient", () => ({ options: optional(udpOptions()) }))
const acceptMakeTlsClient = /* @__PURE__ */ argumentsOf("makeTlsClient", () => ({ options: tlsOptions() }))
const acceptMakeHttpsClient = /* @__PURE__ */ argumentsOf("makeHttpsClient", () => ({ options: httpsOptions() }))
const acceptZoneSet = /* @__PURE__ */ argumentsOf("client.set", () => ({ name: aString, records: zoneRecords() }))
const acceptZoneDelete = /* @__PURE__ */ argumentsOf("client.delete", () => ({ name: aString }))

/**
 * A client over node:dns (c-ares). An invalid server list throws a TypeError. A query for a type that node:dns cannot
 * query (DS, SVCB, HTTPS, TYPE99) rejects with a DnsError whose reason is "FormErr".
 */
export const makeNodeClient = (options: NodeResolverOptions = {}): DnsClient => {
  acceptMakeNodeClient(options)
  return toPromiseClient(makeNodeResolver(options))
}

/** A client that owns sockets. */
export interface UdpClient extends DnsClient {
  /** Closes the sockets; queries in progress fail. Idle sockets do not keep the process alive. */
  readonly close: () => Promise<void>
}

const openClient = (making: Effect.Effect<Resolver, never, Scope.Scope>): UdpClient => {
  const scope = Scope.makeUnsafe()
  const resolver = Effect.runSync(Scope.provide(making, scope))
  return { ...toPromiseClient(resolver), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** This package's own client over UDP and TCP. An invalid server list throws a TypeError. */
export const makeUdpClient = (options: UdpResolverOptions = {}): UdpClient => {
  acceptMakeUdpClient(options)
  return openClient(makeUdpResolver(options))
}

/** A client with encrypted connections. */
export type EncryptedClient = UdpClient

/**
 * A client over TLS (RFC 7858), with one connection to each server for all queries. The certificate must be valid for
 * the server's name.
 *
 * @example
 * ```ts
 * const dns = makeTlsClient({ servers: ["9.9.9.9#dns.quad9.net"] })
 * ```
 */
export const makeTlsClient = (options: TlsResolverOptions): EncryptedClient => {
  acceptMakeTlsClient(options)
  return openClient(makeTlsResolver(options))
}

/**
 * A client over HTTPS (RFC 8484), with HTTP/2 or HTTP/1.1. Redirects are not followed.
 *
 * @example
 * ```ts
 * const dns = makeHttpsClient({ urls: ["https://dns.quad9.net/dns-query"] })
 * ```
 */
export const makeHttpsClient = (options: HttpsResolverOptions): EncryptedClient => {
  acceptMakeHttpsClient(options)
  return openClient(makeHttpsResolver(options))
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
