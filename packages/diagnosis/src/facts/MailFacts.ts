/** A mail server of the domain. */
export interface MxRecord {
  readonly preference: number
  /** The host name; `.` for a null MX (RFC 7505). */
  readonly host: string
  /** Whether the host has an address. */
  readonly resolves?: boolean
}

/** The SPF setup of a domain. */
export interface SpfFacts {
  /** All records that begin with `v=spf1`. */
  readonly records: ReadonlyArray<string>
  /**
   * Whether the domain publishes several SPF records, for callers whose `records` does not list them. Default: whether
   * `records` has more than one entry.
   */
  readonly several?: boolean
  /** The number of DNS lookups that RFC 7208 section 4.6.4 limits. */
  readonly lookups?: number
  readonly result?: "ok" | "permerror" | "temperror" | "none"
}

/** The key at a selector. */
export interface DkimKeyFacts {
  readonly selector: string
  readonly status: "valid" | "missing" | "revoked" | "invalid"
}

/** A DKIM signature that was found on messages of the domain. */
export interface SigningFacts {
  readonly selector: string
  /**
   * The result of verifying the signature. `no_key`: the selector has no record. `mismatch`: the record contains
   * another key.
   */
  readonly result: "pass" | "no_key" | "mismatch"
}

/** The DMARC policy that receivers apply. */
export interface DmarcState {
  readonly record: string | null
  readonly valid: boolean
  readonly policy: "none" | "quarantine" | "reject" | null
  readonly subdomainPolicy?: "none" | "quarantine" | "reject" | null
  /** Whether the record contains `t=y`, the test mode. */
  readonly testing?: boolean
}

/** An entry on a blacklist. */
export interface ListingFacts {
  readonly list: string
  /** The listed address or domain. */
  readonly what: string
}

/** The state of TLS at a mail server. */
export interface MailHostTls {
  readonly host: string
  readonly status: "ok" | "no_starttls" | "expired" | "wrong_name" | "untrusted" | "tlsa_mismatch"
}

/** The email setup of a domain at one moment. Each part is optional, and an absent part is unknown. */
export interface MailFacts {
  readonly mx?: ReadonlyArray<MxRecord>
  readonly spf?: SpfFacts
  readonly dkim?: ReadonlyArray<DkimKeyFacts>
  /** Signatures that were found on messages, for example in aggregate reports. */
  readonly signing?: ReadonlyArray<SigningFacts>
  readonly dmarc?: DmarcState
  readonly listings?: ReadonlyArray<ListingFacts>
  readonly tls?: ReadonlyArray<MailHostTls>
  /** Whether senders must refuse to deliver without valid TLS: MTA-STS mode `enforce`, or DANE. */
  readonly tlsEnforced?: boolean
}
