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
}
