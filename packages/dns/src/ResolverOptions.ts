import type { AddressPolicy, ResolveAddresses } from "@mon/public-net"

/** The options of the resolver over node:dns. */
export interface NodeResolverOptions {
  /** The servers, each as "address:port". By default, and if the list is empty, the system's servers are used. */
  readonly servers?: ReadonlyArray<string>
  /**
   * The timeout of the first try, in milliseconds. c-ares doubles the timeout after each round of servers. Default:
   * 2,000.
   */
  readonly timeoutMs?: number
  /** The number of rounds over the servers. Default: 2. */
  readonly tries?: number
  /** The maximum number of queries in flight. Further queries wait. Default: 128. */
  readonly maxInFlight?: number
}

/** The options of this package's own client. */
export interface UdpResolverOptions {
  /** The servers, each as "address:port". By default, and if the list is empty, the system's servers are used. */
  readonly servers?: ReadonlyArray<string>
  /** The timeout of each try, over UDP and again over TCP, in milliseconds. Default: 1,500. */
  readonly timeoutMs?: number
  /**
   * The number of rounds over the servers. A further round queries only the servers that did not answer in time.
   * Default: 2.
   */
  readonly tries?: number
  /** The timeout of the whole query from the moment it leaves the queue, in milliseconds. Default: 5,000. */
  readonly deadlineMs?: number
  /** The maximum number of queries in flight. Further queries wait. Default: 128. */
  readonly maxInFlight?: number
  /**
   * Whether queries over UDP have letters in random case ("0x20"), which makes answers harder to forge. Such queries
   * fail with servers that always answer in lower case. Default: false.
   */
  readonly mixedCase?: boolean
}

/** The options of the clients with encrypted connections. */
export interface EncryptedOptions {
  /** The timeout of each try, and of opening a connection, in milliseconds. Default: 3,000. */
  readonly timeoutMs?: number
  /**
   * The number of rounds over the servers. A further round queries only the servers that did not answer in time.
   * Default: 2.
   */
  readonly tries?: number
  /** The timeout of the whole query from the moment it leaves the queue, in milliseconds. Default: 6,000. */
  readonly deadlineMs?: number
  /** The maximum number of queries in flight. Further queries wait. Default: 128. */
  readonly maxInFlight?: number
  /** Whether queries are padded, so that their length does not reveal the name (RFC 8467). Default: true. */
  readonly padding?: boolean
  /** The certificates in PEM form that are trusted instead of Node's certificates. */
  readonly ca?: string | ReadonlyArray<string>
  /**
   * The policy that decides to which addresses connections are allowed. Default: all. If strangers choose the servers,
   * pass `makeAddressPolicy()` of `@mon/public-net`.
   */
  readonly policy?: AddressPolicy
  /** The function that resolves the host names of the DNS servers. By default, it queries the system's name servers. */
  readonly resolve?: ResolveAddresses
}

/** The options of the client over TLS. */
export interface TlsResolverOptions extends EncryptedOptions {
  /**
   * Names or addresses, such as "dns.example", "192.0.2.1:853" or "192.0.2.1#dns.example". The port is optional. The
   * certificate must be valid for the name after "#". Without "#", it must be valid for the server's name or address.
   */
  readonly servers: ReadonlyArray<string>
}

/** The options of the client over HTTPS. */
export interface HttpsResolverOptions extends EncryptedOptions {
  /** URLs such as "https://dns.example/dns-query". They may end with the template "{?dns}". */
  readonly urls: ReadonlyArray<string>
  /** The request method. HTTP caches can answer a "GET" request. Default: "POST". */
  readonly method?: "GET" | "POST"
}

/** The options of `makeServerClient`. */
export interface ServerClientOptions {
  /** The time limit for one try, in milliseconds. Default: 2000. */
  readonly timeoutMs?: number
  /** The number of tries over UDP. Default: 2. */
  readonly tries?: number
  /** The maximum number of queries in flight. Further queries wait. Default: 128. */
  readonly maxInFlight?: number
}
