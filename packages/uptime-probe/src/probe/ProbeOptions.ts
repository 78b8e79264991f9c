import type { DnsClient } from "@mon/dns"
import type { AddressPolicy } from "@mon/public-net"

/** Settings of a probe, shared by all its checks. */
export interface ProbeSettings {
  readonly userAgent?: string
  /** Trust anchors beside Node's default ones, in PEM form; what is no certificate throws a TypeError. */
  readonly extraCa?: ReadonlyArray<string>
  /**
   * Whether redirects may lead to names that the public DNS cannot have, such as `localhost` or `intranet`. Otherwise
   * such a name is not resolved, and the outcome is "blocked_address". Default: false.
   */
  readonly internalRedirects?: boolean
}

/** The options of a probe; everything has a default. */
export interface ProbeOptions extends ProbeSettings {
  /** Default: public addresses only. */
  readonly policy?: AddressPolicy
  /** Name servers as "address:port". Default: those of the system. */
  readonly dnsServers?: ReadonlyArray<string>
  /** A resolver instead of `dnsServers`. */
  readonly dns?: Pick<DnsClient, "resolveAddresses" | "probe">
}
