import type { AddressPolicy, ResolveAddresses } from "@mon/public-net"

/** Options of the resolver over node:dns. */
export interface NodeResolverOptions {
  /** "address:port". Default, also for []: the system's servers. */
  readonly servers?: ReadonlyArray<string>
  /** Milliseconds for the first try; c-ares doubles it after each round of servers. Default: 2,000. */
  readonly timeoutMs?: number
  /** Rounds over the servers. Default: 2. */
  readonly tries?: number
  /** The most queries in flight; the others wait. Default: 128. */
  readonly maxInFlight?: number
}

/** Options of this package's own client. */
export interface UdpResolverOptions {
  /** "address:port". Default, also for []: the system's servers. */
  readonly servers?: ReadonlyArray<string>
  /** Milliseconds for each try, over UDP and again over TCP. Default: 1,500. */
  readonly timeoutMs?: number
  /** Rounds over the servers; only a missing answer leads to another round. Default: 2. */
  readonly tries?: number
  /** Milliseconds for the whole query, once it may be sent. Default: 5,000. */
  readonly deadlineMs?: number
  /** The most queries in flight; the others wait. Default: 128. */
  readonly maxInFlight?: number
  /**
   * Whether queries over UDP have letters in random case ("0x20"), so that an answer is harder to forge. Some servers
   * answer in lower case, and do not work with it. Default: false.
   */
  readonly mixedCase?: boolean
}

/** Options of the clients with encrypted connections. */
export interface EncryptedOptions {
  /** Milliseconds for each try, and for opening a connection. Default: 3,000. */
  readonly timeoutMs?: number
  /** Rounds over the servers; only a missing answer leads to another round. Default: 2. */
  readonly tries?: number
  /** Milliseconds for the whole query, once it may be sent. Default: 6,000. */
  readonly deadlineMs?: number
  /** The most queries in flight; the others wait. Default: 128. */
  readonly maxInFlight?: number
  /** Whether queries are padded, so that their length does not reveal the name (RFC 8467). Default: true. */
  readonly padding?: boolean
  /** Certificates in PEM that are trusted instead of those that Node trusts. */
  readonly ca?: string | ReadonlyArray<string>
  /**
   * The addresses that may be connected to. Default: all. If strangers name the servers, give `makeAddressPolicy()` of
   * `@mon/public-net`.
   */
  readonly policy?: AddressPolicy
  /** Resolves the names of the servers. Default: the system's name servers. */
  readonly resolve?: ResolveAddresses
}

/** Options of the client over TLS. */
export interface TlsResolverOptions extends EncryptedOptions {
  /**
   * Names or addresses, such as "dns.example", "192.0.2.1:853" or "192.0.2.1#dns.example". The port is optional. The
   * certificate must be valid for the name behind "#"; default: for the name or the address itself.
   */
  readonly servers: ReadonlyArray<string>
}

/** Options of the client over HTTPS. */
export interface HttpsResolverOptions extends EncryptedOptions {
  /** URLs such as "https://dns.example/dns-query". The template "{?dns}" at the end is allowed. */
  readonly urls: ReadonlyArray<string>
  /** Default: "POST". Caches can answer "GET". */
  readonly method?: "GET" | "POST"
}

/** Options of `makeServerClient`. */
export interface ServerClientOptions {
  /** The time limit for one try, in milliseconds. Default: 2000. */
  readonly timeoutMs?: number
  /** Tries over UDP. Default: 2. */
  readonly tries?: number
  /** The most queries in flight. Further queries wait. Default: 128. */
  readonly maxInFlight?: number
}
