import type { ResolveAddresses } from "@mon/public-net"
import type { DnsAnswer, RecordType } from "./Records.ts"
import type { ResolverProbe } from "./ResolverProbe.ts"

/** A DNS client with a promise API. It converts international names to ASCII before each query. */
export interface DnsClient {
  /** Queries a name. Rejects with a DnsError, or with the signal's reason if the signal is aborted. */
  readonly query: <T extends RecordType>(name: string, type: T, signal?: AbortSignal) => Promise<DnsAnswer<T>>
  /**
   * Looks up the names of an IPv4 or IPv6 address (RFC 1035 section 3.5, RFC 3596 section 2.5). The owner of an address
   * can claim any name for it, so trust a name only if it resolves to the address. Rejects like `query`.
   */
  readonly reverse: (address: string, signal?: AbortSignal) => Promise<DnsAnswer<"PTR">>
  /** Resolves a name for the `resolve` option of `dial` in `@mon/public-net`. Never rejects. */
  readonly resolveAddresses: ResolveAddresses
  /** Checks whether the configured resolver answers. */
  readonly probe: (signal?: AbortSignal) => Promise<ResolverProbe>
}
