/** The registration of a domain in its registry. */
export interface RegistrationFacts {
  readonly outcome?: "registered" | "not_registered" | "unavailable" | "unsupported" | "no_domain"
  /** ISO 8601. */
  readonly expiresAt?: string | null
  readonly registrar?: string | null
  /** EPP statuses, in any spelling. */
  readonly statuses?: ReadonlyArray<string>
}

/** The answer of one server of the zone for the name of the host or one of its types. */
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
  /** ISO 8601. */
  readonly at?: string
}

/** The name servers that are responsible for the zone according to its parent. */
export interface DelegationFacts {
  /** Name servers that the parent lists now. Empty: none. */
  readonly parent?: ReadonlyArray<string>
  readonly before?: ReadonlyArray<string>
}

/**
 * Whether a server of the delegation answers for the zone. `lame`: it answers, but not for this zone (REFUSED,
 * SERVFAIL, without authority). `silent`: it does not answer.
 */
export interface ZoneServer {
  readonly server: string
  readonly status: "ok" | "lame" | "silent"
  /** The serial number of the zone at this server (SOA). */
  readonly serial?: number
}

/**
 * The state of DNSSEC. `bogus`: a validating resolver must refuse the answer. `signed`: the parent has a DS record, and
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
  /** The target before. Null: the host was no alias. */
  readonly before?: string | null
}

/** The known facts about the names of the target. */
export interface DnsFacts {
  /** Answers of the servers of the zone. */
  readonly answers?: ReadonlyArray<ZoneAnswer>
  readonly resolvers?: ReadonlyArray<ResolverAnswer>
  /** Changes of the last days, in any order. */
  readonly changes?: ReadonlyArray<DnsChangeFacts>
  readonly delegation?: DelegationFacts
  readonly servers?: ReadonlyArray<ZoneServer>
  readonly dnssec?: DnssecFacts
  readonly alias?: AliasFacts
}
