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
 * Makes a client over node:dns (c-ares). Throws a TypeError if the server list is invalid. A query for a type that
 * node:dns does not support (DS, SVCB, HTTPS, TYPE99) rejects with a DnsError whose reason is "FormErr".
 */
export const makeNodeClient = (options: NodeResolverOptions = {}): DnsClient => {
  acceptMakeNodeClient(options)
  return toPromiseClient(makeNodeResolver(options))
}

/** A client with its own sockets. */
export interface UdpClient extends DnsClient {
  /** Closes the sockets. Pending queries fail. Open sockets without pending queries do not keep the process alive. */
  readonly close: () => Promise<void>
}

const openClient = (making: Effect.Effect<Resolver, never, Scope.Scope>): UdpClient => {
  const scope = Scope.makeUnsafe()
  const resolver = Effect.runSync(Scope.provide(making, scope))
  return { ...toPromiseClient(resolver), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** Makes a client over UDP and TCP, without node:dns. Throws a TypeError if the server list is invalid. */
export const makeUdpClient = (options: UdpResolverOptions = {}): UdpClient => {
  acceptMakeUdpClient(options)
  return openClient(makeUdpResolver(options))
}

/** A client with encrypted connections. */
export type EncryptedClient = UdpClient

/**
 * Makes a client over TLS (RFC 7858). All queries to a server share one connection. The server's certificate must be
 * valid for its name.
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
 * Makes a client over HTTPS (RFC 8484), with HTTP/2 or HTTP/1.1. It does not follow redirects.
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

/** A client over a declarative zone. It records its queries, and the zone can be changed. */
export interface ZoneClient extends DnsClient, Pick<ZoneTable, "set" | "delete"> {
  /** All queries so far, in order. */
  readonly queries: ReadonlyArray<ZoneQuery>
}

/**
 * Makes a client over a declarative zone, for tests. It needs no network, distinguishes NXDOMAIN from NODATA, and can
 * simulate faults.
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
