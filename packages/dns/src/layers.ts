import * as Layer from "effect/Layer"
import { DnsResolver } from "./DnsResolver.ts"
import { makeNodeResolver, type NodeResolverOptions } from "./NodeResolver.ts"
import { makeReplayResolver, type Recording } from "./Recording.ts"
import type { Resolver } from "./Resolver.ts"
import { makeUdpResolver, type UdpResolverOptions } from "./udp/UdpResolver.ts"
import type { Zone } from "./Zone.ts"
import { makeZoneResolver } from "./ZoneResolver.ts"

const isResolver = (given: Zone | Resolver): given is Resolver => typeof given["query"] === "function"

/** Over node:dns (c-ares); bad servers throw a TypeError. */
export const layerNode = (options: NodeResolverOptions = {}): Layer.Layer<DnsResolver> =>
  Layer.succeed(DnsResolver, makeNodeResolver(options))

/** Over our own client (UDP, EDNS, TCP when an answer was cut); bad servers throw a TypeError. */
export const layerUdp = (options: UdpResolverOptions = {}): Layer.Layer<DnsResolver> =>
  Layer.effect(DnsResolver, makeUdpResolver(options))

/** Over a declarative zone, or over a resolver made of one, which a test keeps in order to count and change. */
export const layerZone = (zone: Zone | Resolver): Layer.Layer<DnsResolver> =>
  Layer.succeed(DnsResolver, isResolver(zone) ? zone : makeZoneResolver(zone))

/** Over a recording of `makeRecordingResolver`. */
export const layerReplay = (recording: Recording): Layer.Layer<DnsResolver> =>
  Layer.sync(DnsResolver, () => makeReplayResolver(recording))
