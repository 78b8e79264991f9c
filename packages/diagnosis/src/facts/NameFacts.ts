/** The registration of a domain in its registry. */
export interface RegistrationFacts {
  readonly outcome?: "registered" | "not_registered" | "unavailable" | "unsupported" | "no_domain"
  /** The expiry date, ISO 8601. */
  readonly expiresAt?: string | null
  readonly registrar?: string | null
  /** The EPP statuses, in any spelling. */
  readonly statuses?: ReadonlyArray<string>
}

/** The answer of one of the zone's name servers for the host name and one record type. */
export interface ZoneAnswer {
  readonly server: string
  readonly type: string
  readonly status: "ok" | "nodata" | "nxdomain" | "failed"
  readonly records?: ReadonlyArray<string>
}

/** The answer of a recursive resolver. */
export interface ResolverAnswer {
  readonly resolver: string
  readonly type: string
  readonly status: "ok" | "nodata" | "nxdomain" | "servfail" | "refused" | "timeout"
  readonly records?: ReadonlyArray<string>
  /** Whether the resolver validates DNSSEC. */
  readonly validates?: boolean
}

/** A confirmed change of records. */
export interface DnsChangeFacts {
  readonly type: string
  readonly name?: string
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** The time of the change, ISO 8601. */
  readonly at?: string
}

/** The zone's name servers, according to its parent zone. */
export interface DelegationFacts {
  /** The name servers that the parent zone lists now; empty if it lists none. */
  readonly parent?: ReadonlyArray<string>
  readonly before?: ReadonlyArray<string>
}

/**
 * The state of one delegated name server. `lame`: the server responds, but not for this zone (REFUSED, SERVFAIL,
 * without authority). `silent`: the server does not respond.
 */
export interface ZoneServer {
  readonly server: string
  readonly status: "ok" | "lame" | "silent"
  /** The serial number of the zone on this server, from the SOA record. */
  readonly serial?: number
}

/**
 * The state of DNSSEC. `bogus`: a validating resolver must refuse the answer. `signed`: the parent has a DS record, but
 * nothing was validated.
 */
export interface DnssecFacts {
  readonly state: "secure" | "insecure" | "bogus" | "signed"
  readonly problem?: "no_matching_key" | "signature_expired" | "signature_missing" | "not_yet_valid" | "algorithm"
}

/** The alias of the host. */
export interface AliasFacts {
  readonly target: string | null
  /** The result of resolving the target. */
  readonly status?: "ok" | "nxdomain" | "nodata" | "failed"
  /** The previous target; null if the host was not an alias. */
  readonly before?: string | null
}

/** The known DNS facts about the target's host name and its zone. */
export interface DnsFacts {
  /** The answers of the zone's name servers. */
  readonly answers?: ReadonlyArray<ZoneAnswer>
  readonly resolvers?: ReadonlyArray<ResolverAnswer>
  /** The changes of DNS records in the last few days, in any order. */
  readonly changes?: ReadonlyArray<DnsChangeFacts>
  readonly delegation?: DelegationFacts
  readonly servers?: ReadonlyArray<ZoneServer>
  readonly dnssec?: DnssecFacts
  readonly alias?: AliasFacts
}
