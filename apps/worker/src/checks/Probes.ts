import { type Connectivity, layerIsolatedChecks, layerOwnNetworkGuard, layerResolver, OtherSites } from "@mon/checks"
import type { MonitorSchedule } from "@mon/core-store"
import type { DnsResolver } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { WorkerConfig } from "../settings/WorkerConfig.ts"

// Each process builds a layer only once. These layers are constants, so that domains, pages and certificates share
// them.

export const layerResolution: Layer.Layer<DnsResolver | NetworkPolicy, never, WorkerConfig> = Layer.unwrap(
  Effect.map(WorkerConfig, ({ allowPrivateNetworks, dnsServers }) =>
    Layer.merge(layerResolver(dnsServers), NetworkPolicy.layer({ allow: allowPrivateNetworks }))
  )
)

/** The separate processes for checks that could crash the process in which they run. */
const layerIsolation: Layer.Layer<never, never, WorkerConfig | MonitorSchedule> = Layer.unwrap(
  Effect.map(WorkerConfig, ({ checkProgram, ...settings }) => layerIsolatedChecks(settings, checkProgram))
).pipe(Layer.provide(OtherSites.layer))

/**
 * The probes, and the guard that judges checks without a response. All kinds of checks share both, so that each kind
 * benefits from the results of all other kinds about the network.
 */
export const layerProbes: Layer.Layer<
  ServiceProbe | UptimeProbe | Connectivity,
  never,
  WorkerConfig | MonitorSchedule
> = Layer.unwrap(
  Effect.map(WorkerConfig, ({ extraCa, referenceTargets }) =>
    layerOwnNetworkGuard(referenceTargets).pipe(
      Layer.provideMerge(UptimeProbe.layerNoDeps({ extraCa })),
      Layer.merge(ServiceProbe.layerNoDeps({ extraCa })),
      Layer.provide(layerResolution)
    )
  )
).pipe(Layer.merge(layerIsolation))
