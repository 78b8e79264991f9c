/** The record types that a DNS watch may contain. */
export const dnsWatchTypes = ["NS", "DS", "MX", "TXT", "CAA", "A", "AAAA", "CNAME"] as const

/** A record type that a DNS watch may contain: one of {@link dnsWatchTypes}. */
export type DnsWatchType = (typeof dnsWatchTypes)[number]

/** The names and the types of records that a DNS watch observes. */
export interface DnsWatchTarget {
  /** The host name. A, AAAA and CNAME records are those of this name. */
  readonly hostname: string
  /**
   * The domain. NS, DS, MX and TXT records are those of this name, and CAA records are those that apply to the host
   * (RFC 8659 section 3). Default: the registrable domain of the host.
   */
  readonly domain?: string
  /** Default: NS, DS, MX, TXT and CAA. */
  readonly types?: ReadonlyArray<DnsWatchType>
}

/**
 * One set of records that is watched: a type, and where it comes from. `NS` is the delegation at the parent, `zoneNS`
 * the NS records of the zone itself.
 */
export type DnsSetName = DnsWatchType | "zoneNS"

/** The answer of one server for one set. `failed` says nothing about the records. */
export type DnsServerAnswer =
  | {
      /** Name and address, such as "ns1.example.net 192.0.2.53". */
      readonly server: string
      readonly status: "ok" | "nodata" | "nxdomain"
      /** Sorted, in zone file form. */
      readonly records: ReadonlyArray<string>
      /** The serial number of the SOA record of this server; null if unknown. */
      readonly serial: number | null
    }
  | { readonly server: string; readonly status: "failed"; readonly reason: string }

/** Something about the delegation of a domain that its owner should fix. It is no change. */
export interface DnsFinding {
  /**
   * `delegation_mismatch`: the parent lists other name servers than the zone (RFC 1912 section 2.8). `lame_server`: a
   * server of the delegation does not answer for the zone. `blocked_server`: its addresses are not public, so it is
   * never asked. `servers_differ`: servers answer with different records. `resolver_differs`: the recursive resolver
   * answers with records that no server of the zone has.
   */
  readonly code: "delegation_mismatch" | "lame_server" | "blocked_server" | "servers_differ" | "resolver_differs"
  /** A sentence. */
  readonly message: string
}

/** The answers of all servers at one moment; it can be stored as JSON. */
export interface DnsObservation {
  readonly hostname: string
  readonly domain: string
  /** Milliseconds since 1970. */
  readonly observedAt: number
  /** The answers of each set by server. A set without any answer has only failed ones, or none. */
  readonly sets: Readonly<Partial<Record<DnsSetName, ReadonlyArray<DnsServerAnswer>>>>
  /** The name at which a set was found; CAA may be inherited from a parent. */
  readonly names: Readonly<Partial<Record<DnsSetName, string>>>
  readonly findings: ReadonlyArray<DnsFinding>
}

/** A set that answered. */
export type AnsweredSet = Exclude<DnsServerAnswer, { readonly status: "failed" }>

/** The answers that say something. */
export const answeredSets = (answers: ReadonlyArray<DnsServerAnswer>): ReadonlyArray<AnsweredSet> =>
  answers.filter((answer) => answer.status !== "failed")
