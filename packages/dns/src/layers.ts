import * as Layer from "effect/Layer"
import { DnsResolver, type Resolver } from "./Resolver.ts"
import { makeHttpsResolver, makeTlsResolver } from "./encrypted/EncryptedResolver.ts"
import { makeNodeResolver } from "./NodeResolver.ts"
import { makeReplayResolver, type Recording } from "./Recording.ts"
import type {
  HttpsResolverOptions,
  NodeResolverOptions,
  TlsResolverOptions,
  UdpResolverOptions
} from "./ResolverOptions.ts"
import { makeUdpResolver } from "./udp/UdpResolver.ts"
import type { Zone } from "./Zone.ts"
import { makeZoneResolver } from "./ZoneResolver.ts"

const isResolver = (given: Zone | Resolver): given is Resolver => typeof given["query"] === "function"

/** Provides a resolver over node:dns (c-ares). Throws a TypeError if the server list is invalid. */
export const layerNode = (options: NodeResolverOptions = {}): Layer.Layer<DnsResolver> =>
  Layer.succeed(DnsResolver, makeNodeResolver(options))

/**
 * Provides a resolver that uses this package's own client (UDP with EDNS, and TCP for truncated answers). Throws a
 * TypeError if the server list is invalid.
 */
export const layerUdp = (options: UdpResolverOptions = {}): Layer.Layer<DnsResolver> =>
  Layer.effect(DnsResolver, makeUdpResolver(options))

/** Provides a resolver over TLS (RFC 7858). Throws a TypeError if a server is invalid. */
export const layerTls = (options: TlsResolverOptions): Layer.Layer<DnsResolver> =>
  Layer.effect(DnsResolver, makeTlsResolver(options))

/** Provides a resolver over HTTPS (RFC 8484). Throws a TypeError if a URL is invalid. */
export const layerHttps = (options: HttpsResolverOptions): Layer.Layer<DnsResolver> =>
  Layer.effect(DnsResolver, makeHttpsResolver(options))

/**
 * Provides a resolver over a declarative zone. If a test counts queries or changes the zone, pass a zone resolver
 * instead of a zone.
 */
export const layerZone = (zone: Zone | Resolver): Layer.Layer<DnsResolver> =>
  Layer.succeed(DnsResolver, isResolver(zone) ? zone : makeZoneResolver(zone))

/** Provides a resolver that replays a recording from `makeRecordingResolver`. */
export const layerReplay = (recording: Recording): Layer.Layer<DnsResolver> =>
  Layer.sync(DnsResolver, () => makeReplayResolver(recording))
