import type { Blobs, MonitorSchedule, Secrets, PageChecks } from "@mon/core-store"
import { DnsResolver, layerNode, makeAddressResolver } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Screenshots } from "@mon/screenshot/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DomainTrials } from "../domains/DomainTrials.ts"
import { layerOwnNetworkGuard } from "../ownNetwork/layerOwnNetworkGuard.ts"
import { ServiceTrials } from "../services/ServiceTrials.ts"
import { PageChecker } from "./PageChecker.ts"

export interface PageEngineSettings {
  readonly dnsServers: ReadonlyArray<string>
  /** The private CIDRs that the address policy allows. */
  readonly allowPrivateNetworks: ReadonlyArray<string>
  /** The additional trust anchors, in PEM form. */
  readonly extraCa?: ReadonlyArray<string>
  /** The path of the browser for screenshots. By default, Mon searches for the browser in the usual folders. */
  readonly chromiumPath?: string | null
}

type Network = Pick<PageEngineSettings, "dnsServers" | "allowPrivateNetworks">

const layerNetwork = ({ allowPrivateNetworks, dnsServers }: Network) =>
  Layer.merge(
    layerNode(dnsServers.length === 0 ? {} : { servers: dnsServers }),
    NetworkPolicy.layer({ allow: allowPrivateNetworks })
  )

/**
 * The browser for screenshots, with a DNS client and the address policy. The browser starts when the first screenshot
 * is taken.
 */
export const layerPageScreenshots = ({
  chromiumPath = null,
  ...network
}: PageEngineSettings): Layer.Layer<Screenshots> =>
  Layer.unwrap(
    Effect.map(DnsResolver, (resolver) =>
      Screenshots.layerNoDeps({ executablePath: chromiumPath, resolve: makeAddressResolver(resolver) })
    )
  ).pipe(Layer.provide(layerNetwork(network)))

/**
 * Checks pages, and runs trial checks of domains and services, with a separate probe and own-network guard, the given
 * browser, and the threads of this process.
 */
export const layerPageEngine = ({
  extraCa = [],
  ...network
}: PageEngineSettings): Layer.Layer<
  DomainTrials | PageChecker | ServiceTrials,
  never,
  PageChecks | MonitorSchedule | Blobs | Screenshots | Secrets
> =>
  Layer.provide(Layer.mergeAll(PageChecker.layerNoDeps(), DomainTrials.layerNoDeps, ServiceTrials.layerNoDeps), [
    WorkerPool.layer,
    layerOwnNetworkGuard().pipe(
      Layer.provideMerge(UptimeProbe.layerNoDeps({ extraCa })),
      Layer.merge(ServiceProbe.layerNoDeps({ extraCa })),
      Layer.provide(layerNetwork(network))
    )
  ])
