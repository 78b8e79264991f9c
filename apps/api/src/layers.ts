import type { BlobLinks, Blobs, Repositories } from "@mon/core-store"
import { type DnsResolver, layerNode } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Layer, Logger } from "effect"
import type { SqlClient } from "effect/sql"
import type { ApiConfig, ApiSettings, LogFormat } from "./ApiConfig.ts"
import { ApiServer } from "./ApiServer.ts"
import { PublicAddresses } from "./domains/PublicAddresses.ts"
import { Readiness } from "./http/Readiness.ts"
import type { ListenError } from "./http/Server.ts"

/** The API over a store, images, a resolver and an address policy. */
export const layerApi: Layer.Layer<
  ApiServer,
  ListenError,
  ApiConfig | Repositories | SqlClient.SqlClient | DnsResolver | NetworkPolicy | Blobs | BlobLinks
> = ApiServer.layerNoDeps.pipe(
  Layer.provide([PublicAddresses.layer, Readiness.layer])
)

/** The resolver and the address policy of settings. */
export const layerOutside = (
  { allowPrivateNetworks, dnsServers }: Pick<ApiSettings, "allowPrivateNetworks" | "dnsServers">
): Layer.Layer<DnsResolver | NetworkPolicy> =>
  Layer.mergeAll(
    layerNode(dnsServers.length === 0 ? {} : { servers: dnsServers }),
    NetworkPolicy.layer({ allow: allowPrivateNetworks })
  )

/** Where log lines go: standard output, one JSON object a line, or readable on a terminal. */
export const layerLog = (format: LogFormat): Layer.Layer<never> =>
  Logger.layer([format === "json" ? Logger.consoleJson : Logger.consolePretty()])
