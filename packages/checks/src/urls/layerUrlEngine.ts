import type { Blobs, UrlChecks } from "@mon/core-store"
import { DnsResolver, layerNode, makeAddressResolver } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Screenshots } from "@mon/screenshot/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerUrlChecker } from "./layerUrlChecker.ts"
import type { UrlChecker } from "./UrlChecker.ts"

/** How pages are reached. */
export interface UrlEngineSettings {
  readonly dnsServers: ReadonlyArray<string>
  /** CIDRs that the address policy lets through. */
  readonly allowPrivateNetworks: ReadonlyArray<string>
  /** Trust anchors beside the usual ones, in PEM form. */
  readonly extraCa?: ReadonlyArray<string>
  /** The browser for screenshots; null: the usual places are tried. */
  readonly chromiumPath?: string | null
}

type Reach = Pick<UrlEngineSettings, "dnsServers" | "allowPrivateNetworks">

const layerReach = ({ allowPrivateNetworks, dnsServers }: Reach) =>
  Layer.merge(
    layerNode(dnsServers.length === 0 ? {} : { servers: dnsServers }),
    NetworkPolicy.layer({ allow: allowPrivateNetworks })
  )

/** A browser over a DNS client and the address policy; it starts with the first screenshot. */
export const layerPageScreenshots = ({ chromiumPath = null, ...reach }: UrlEngineSettings): Layer.Layer<Screenshots> =>
  Layer.unwrap(
    Effect.map(DnsResolver, (resolver) =>
      Screenshots.layerNoDeps({ executablePath: chromiumPath, resolve: makeAddressResolver(resolver) })
    )
  ).pipe(Layer.provide(layerReach(reach)))

/** Checks of pages with a probe of their own, over a browser. */
export const layerUrlEngine = ({
  extraCa = [],
  ...reach
}: UrlEngineSettings): Layer.Layer<UrlChecker, never, UrlChecks | Blobs | Screenshots> =>
  Layer.provide(layerUrlChecker(), Layer.provide(UptimeProbe.layerNoDeps({ extraCa }), layerReach(reach)))
