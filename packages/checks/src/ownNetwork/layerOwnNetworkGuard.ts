import type { MonitorSchedule } from "@mon/core-store"
import type { DnsResolver } from "@mon/dns/effect"
import type { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Layer from "effect/Layer"
import { Connectivity } from "./Connectivity.ts"
import { OtherSites, SelfTest } from "./SelfTest.ts"

/**
 * The own-network guard for a given probe and its resolver. `references` are URLs of further sites to request
 * (MON_REFERENCE_TARGETS).
 */
export const layerOwnNetworkGuard = (
  references: ReadonlyArray<string> = []
): Layer.Layer<Connectivity, never, DnsResolver | UptimeProbe | MonitorSchedule> =>
  Layer.provide(Connectivity.layerNoDeps(), [SelfTest.layerNoDeps({ references }), OtherSites.layer])
