import type { ResolveAddresses } from "@mon/public-net"
import type { DnsAnswer, RecordType } from "./Records.ts"
import type { ResolverProbe } from "./ResolverProbe.ts"

/** A DNS client with a promise API. It converts names with international characters to ASCII first. */
export interface DnsClient {
  /** Rejects with a DnsError, or with the signal's reason when it is aborted. */
  readonly query: <T extends RecordType>(name: string, type: T, signal?: AbortSignal) => Promise<DnsAnswer<T>>
  /**
   * The names of an IPv4 or IPv6 address (RFC 1035 section 3.5, RFC 3596 section 2.5). The owner of the address chooses
   * them freely: a name is true only if it has that address. Rejects as `query` does.
   */
  readonly reverse: (address: string, signal?: AbortSignal) => Promise<DnsAnswer<"PTR">>
  /** For `resolve` of `dial` in `@mon/public-net`; never rejects. */
  readonly resolveAddresses: ResolveAddresses
  /** Checks whether the configured resolver answers at all. */
  readonly probe: (signal?: AbortSignal) => Promise<ResolverProbe>
}
