import { RegistryDocumentCache } from "@mon/core-store"
import type { DnsResolver } from "@mon/dns/effect"
import type { NetworkPolicy } from "@mon/public-net/effect"
import { IANA_BOOTSTRAP_URL } from "@mon/uptime-probe/domain-expiry"
import { type BootstrapCache, DomainExpiry } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export interface RegistrySettings {
  /** The URL of the list of RDAP servers (MON_RDAP_BOOTSTRAP_URL). Null for IANA's list. */
  readonly rdapBootstrapUrl: string | null
  /** The WHOIS server as "host" or "host:port" (MON_WHOIS_SERVER). Null for IANA's server. */
  readonly whoisServer: string | null
  /** The additional trust anchors, in PEM form. */
  readonly extraCa: ReadonlyArray<string>
}

/**
 * Looks up registrations, and caches the last valid list of RDAP servers in the store. Build the layer only once per
 * process, because each instance has its own rate limits.
 */
export const layerDomainExpiry = ({
  extraCa,
  rdapBootstrapUrl,
  whoisServer
}: RegistrySettings): Layer.Layer<DomainExpiry, never, DnsResolver | NetworkPolicy | RegistryDocumentCache> =>
  Layer.unwrap(
    Effect.map(RegistryDocumentCache, (documents) => {
      const bootstrapUrl = rdapBootstrapUrl ?? IANA_BOOTSTRAP_URL
      const name = `rdap-bootstrap ${bootstrapUrl}`
      const bootstrapCache: BootstrapCache = {
        load: () => Effect.runPromise(documents.find(name)),
        save: (copy) => Effect.runPromise(documents.store(name, copy))
      }
      return DomainExpiry.layerNoDeps({
        bootstrapCache,
        bootstrapUrl,
        extraCa,
        ...(whoisServer === null ? {} : { whoisServer })
      })
    })
  )
