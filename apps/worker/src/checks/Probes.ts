import { type Connectivity, layerIsolatedChecks, layerOwnNetworkGuard, layerResolver, OtherSites } from "@mon/checks"
import type { MonitorSchedule } from "@mon/core-store"
import type { DnsResolver } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { WorkerConfig } from "../settings/WorkerConfig.ts"

// Each process builds a layer only once. These layers are constants, so that domains, pages and certificates share
// them.

/** The DNS client and the address policy, as configured. */
export const layerResolution: Layer.Layer<DnsResolver | NetworkPolicy, never, WorkerConfig> = Layer.unwrap(
  Effect.map(WorkerConfig, ({ allowPrivateNetworks, dnsServers }) =>
    Layer.merge(layerResolver(dnsServers), NetworkPolicy.layer({ allow: allowPrivateNetworks }))
  )
)

/** The processes for checks that may end their process. */
const layerIsolation: Layer.Layer<never, never, WorkerConfig | MonitorSchedule> = Layer.unwrap(
  Effect.map(WorkerConfig, ({ checkProgram, ...settings }) => layerIsolatedChecks(settings, checkProgram))
).pipe(Layer.provide(OtherSites.layer))

/**
 * The probe, and the guard that judges its silent checks. All kinds of checks share them, so that each benefits from
 * what the others show about the network.
 */
export const layerProbes: Layer.Layer<UptimeProbe | Connectivity, never, WorkerConfig | MonitorSchedule> = Layer.unwrap(
  Effect.map(WorkerConfig, ({ extraCa, referenceTargets }) =>
    layerOwnNetworkGuard(referenceTargets).pipe(
      Layer.provideMerge(UptimeProbe.layerNoDeps({ extraCa })),
      Layer.provide(layerResolution)
    )
  )
).pipe(Layer.merge(layerIsolation))
