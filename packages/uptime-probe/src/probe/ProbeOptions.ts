import type { DnsClient } from "@mon/dns"
import type { AddressPolicy } from "@mon/public-net"

/** The settings that all checks of a probe share. */
export interface ProbeSettings {
  readonly userAgent?: string
  /** Trust anchors in PEM form, in addition to Node's own. Throws a TypeError if a certificate is invalid. */
  readonly extraCa?: ReadonlyArray<string>
  /**
   * Whether redirects may lead to names that the public DNS cannot have, such as `localhost` or `intranet`. If false,
   * Mon does not resolve such a name, and the outcome is "blocked_address". Default: false.
   */
  readonly internalRedirects?: boolean
}

/** The options of a probe. All are optional. */
export interface ProbeOptions extends ProbeSettings {
  /** The policy that decides to which addresses connections are allowed. Default: public addresses only. */
  readonly policy?: AddressPolicy
  /** The name servers, as "address:port". Default: the system's name servers. */
  readonly dnsServers?: ReadonlyArray<string>
  /** A resolver that replaces `dnsServers`. */
  readonly dns?: Pick<DnsClient, "resolveAddresses" | "probe">
}
