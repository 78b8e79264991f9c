/** The record types that a DNS watch can observe. */
export const dnsWatchTypes = ["NS", "DS", "MX", "TXT", "CAA", "A", "AAAA", "CNAME"] as const

/** A record type that a DNS watch can observe: one of {@link dnsWatchTypes}. */
export type DnsWatchType = (typeof dnsWatchTypes)[number]

/** The names and the record types that a DNS watch observes. */
export interface DnsWatchTarget {
  /** The host name whose A, AAAA and CNAME records are observed. */
  readonly hostname: string
  /**
   * The domain whose NS, DS, MX and TXT records are observed. The observed CAA records are those that apply to the host
   * (RFC 8659 section 3). Default: the registrable domain of the host.
   */
  readonly domain?: string
  /** The record types to observe. Default: NS, DS, MX, TXT and CAA. */
  readonly types?: ReadonlyArray<DnsWatchType>
}

/**
 * The name of a watched set of records. It consists of the record type and the source. `NS` is the delegation at the
 * parent, and `zoneNS` contains the NS records in the zone itself.
 */
export type DnsSetName = DnsWatchType | "zoneNS"

/** One server's answer about one set of records. `failed` says nothing about the records. */
export type DnsServerAnswer =
  | {
      /** The name and the address of the server, such as "ns1.example.net 192.0.2.53". */
      readonly server: string
      readonly status: "ok" | "nodata" | "nxdomain"
      /** The records, sorted and in zone file form. */
      readonly records: ReadonlyArray<string>
      /** The serial number in this server's SOA record. Null if unknown. */
      readonly serial: number | null
    }
  | { readonly server: string; readonly status: "failed"; readonly reason: string }

/** A problem with a domain's delegation that the owner should fix. It does not count as a change. */
export interface DnsFinding {
  /**
   * The code of the problem. `delegation_mismatch`: the parent and the zone list different name servers (RFC 1912
   * section 2.8). `lame_server`: a server in the delegation does not answer for the zone. `blocked_server`: a server
   * has no public address, so it is never asked. `servers_differ`: servers have different records. `resolver_differs`:
   * the recursive resolver has records that no server of the zone has.
   */
  readonly code: "delegation_mismatch" | "lame_server" | "blocked_server" | "servers_differ" | "resolver_differs"
  /** A sentence that describes the problem. */
  readonly message: string
}

/** The answers of all servers at one moment. An observation can be stored as JSON. */
export interface DnsObservation {
  readonly hostname: string
  readonly domain: string
  /** Milliseconds since 1970. */
  readonly observedAt: number
  /**
   * The servers' answers about each set. If no server answered, the list of a set is empty or contains only failed
   * answers.
   */
  readonly sets: Readonly<Partial<Record<DnsSetName, ReadonlyArray<DnsServerAnswer>>>>
  /** The name at which each set was found. CAA records may be inherited from a parent name. */
  readonly names: Readonly<Partial<Record<DnsSetName, string>>>
  readonly findings: ReadonlyArray<DnsFinding>
}

export type AnsweredSet = Exclude<DnsServerAnswer, { readonly status: "failed" }>

export const answeredSets = (answers: ReadonlyArray<DnsServerAnswer>): ReadonlyArray<AnsweredSet> =>
  answers.filter((answer) => answer.status !== "failed")
