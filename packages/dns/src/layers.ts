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

/** Over node:dns (c-ares). An invalid server list throws a TypeError. */
export const layerNode = (options: NodeResolverOptions = {}): Layer.Layer<DnsResolver> =>
  Layer.succeed(DnsResolver, makeNodeResolver(options))

/**
 * Over this package's own client (UDP with EDNS, TCP for truncated answers). An invalid server list throws a TypeError.
 */
export const layerUdp = (options: UdpResolverOptions = {}): Layer.Layer<DnsResolver> =>
  Layer.effect(DnsResolver, makeUdpResolver(options))

/** Over TLS (RFC 7858). An invalid server throws a TypeError. */
export const layerTls = (options: TlsResolverOptions): Layer.Layer<DnsResolver> =>
  Layer.effect(DnsResolver, makeTlsResolver(options))

/** Over HTTPS (RFC 8484). An invalid URL throws a TypeError. */
export const layerHttps = (options: HttpsResolverOptions): Layer.Layer<DnsResolver> =>
  Layer.effect(DnsResolver, makeHttpsResolver(options))

/** Over a declarative zone, or over a zone resolver that a test counts the queries of and changes. */
export const layerZone = (zone: Zone | Resolver): Layer.Layer<DnsResolver> =>
  Layer.succeed(DnsResolver, isResolver(zone) ? zone : makeZoneResolver(zone))

/** Replays a recording of `makeRecordingResolver`. */
export const layerReplay = (recording: Recording): Layer.Layer<DnsResolver> =>
  Layer.sync(DnsResolver, () => makeReplayResolver(recording))
