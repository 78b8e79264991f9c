import type { DnsClient, RecordType, ServerClient, ServerReply } from "@mon/dns"
import type { AddressPolicy } from "@mon/public-net"

/** The options of an observation. */
export interface ObserveDnsOptions {
  /**
   * The recursive resolver. It is used to find the servers of the parent, and its answers are compared with those of
   * the zone's servers.
   */
  readonly dns: Pick<DnsClient, "query">
  /** The client for authoritative servers. Default: `makeServerClient()` of `@mon/dns`. */
  readonly servers?: ServerClient
  /** The policy that decides which servers may be asked. Default: servers with a public address. */
  readonly policy?: AddressPolicy
  /** The port of authoritative servers. Default: 53. */
  readonly port?: number
  /** The time limit of the observation, in milliseconds. Default: 30,000. */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
}

/** The options of an observation of a set of records. */
export interface ObserveRecordSetOptions extends ObserveDnsOptions {
  /** Additional recursive resolvers that are asked, such as `makeUdpClient({ servers: ["192.0.2.53"] })`. */
  readonly resolvers?: ReadonlyArray<Pick<DnsClient, "query">>
}

export interface Ports {
  readonly dns: Pick<DnsClient, "query">
  readonly policy: AddressPolicy
  /** Returns the reason as a text if there is no answer. Rejects only if the observation is aborted. */
  readonly ask: <T extends RecordType>(
    server: AuthorityServer,
    name: string,
    type: T
  ) => Promise<ServerReply<T> | string>
  readonly resolve: DnsClient["query"]
}

export interface AuthorityServer {
  /** The name and the address of the server, such as "ns1.example.net 192.0.2.53". */
  readonly label: string
  /** Null if the server has no address, or must not be asked. */
  readonly address: string | null
  /** The reason why the server is not asked. Empty if the server has an address. */
  readonly fault: string
}
