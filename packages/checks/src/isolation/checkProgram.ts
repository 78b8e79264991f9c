import { NetworkPolicy } from "@mon/public-net/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Layer from "effect/Layer"
import { layerResolver } from "../FallbackResolver.ts"
import { serveChecks } from "./serveChecks.ts"

serveChecks(({ allowPrivateNetworks, dnsServers, extraCa }) =>
  Layer.provide(UptimeProbe.layerNoDeps({ extraCa }), [
    layerResolver(dnsServers),
    NetworkPolicy.layer({ allow: allowPrivateNetworks })
  ])
)
