import type { DnsClient } from "@mon/dns"
import type { AddressPolicy } from "@mon/public-net"

/** Settings of a probe, shared by all its checks. */
export interface ProbeSettings {
  readonly userAgent?: string
  /** Trust anchors in PEM form, in addition to Node's own. An invalid certificate throws a TypeError. */
  readonly extraCa?: ReadonlyArray<string>
  /**
   * Whether redirects may lead to names that the public DNS cannot have, such as `localhost` or `intranet`. If false,
   * such a name is not resolved, and the outcome is "blocked_address". Default: false.
   */
  readonly internalRedirects?: boolean
}

/** The options of a probe. All are optional. */
export interface ProbeOptions extends ProbeSettings {
  /** The policy that decides which addresses may be connected to. Default: public addresses only. */
  readonly policy?: AddressPolicy
  /** Name servers as "address:port". Default: the system's name servers. */
  readonly dnsServers?: ReadonlyArray<string>
  /** A resolver that replaces `dnsServers`. */
  readonly dns?: Pick<DnsClient, "resolveAddresses" | "probe">
}
