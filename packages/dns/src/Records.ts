/** Record types that are read into fields. Query any other type as TYPE99 and the like (RFC 3597 section 5). */
export type KnownType =
  | "A"
  | "AAAA"
  | "MX"
  | "TXT"
  | "CNAME"
  | "NS"
  | "SOA"
  | "PTR"
  | "CAA"
  | "SRV"
  | "TLSA"
  | "DS"
  | "SVCB"
  | "HTTPS"
/** Any other type by its number (RFC 3597 section 5), such as `TYPE99`. */
export type RawType = `TYPE${number}`
/** A record type that can be queried. */
export type RecordType = KnownType | RawType

/** An address and its time to live in seconds. */
export interface AddressData {
  readonly address: string
  readonly ttl: number
}

/** A record that names another domain: lower case, without a trailing dot, "" for the root. */
export interface TargetData {
  readonly target: string
}

/** RFC 1035 section 3.3.9; a null MX (RFC 7505) has the exchange "". */
export interface MxData {
  readonly exchange: string
  readonly preference: number
}

/** RFC 1035 section 3.3.14; each octet is one latin1 character. */
export interface TxtData {
  readonly chunks: ReadonlyArray<string>
}

/** RFC 1035 section 3.3.13; times are seconds. */
export interface SoaData {
  readonly mname: string
  readonly rname: string
  readonly serial: number
  readonly refresh: number
  readonly retry: number
  readonly expire: number
  readonly minimum: number
}

/** RFC 8659 section 4.1; the flag 128 is "critical". */
export interface CaaData {
  readonly flags: number
  readonly tag: string
  readonly value: string
}

/** RFC 2782. */
export interface SrvData {
  readonly priority: number
  readonly weight: number
  readonly port: number
  readonly target: string
}

/** RFC 6698 section 2.1; data is lower-case hex. */
export interface TlsaData {
  readonly usage: number
  readonly selector: number
  readonly matchingType: number
  readonly data: string
}

/** RFC 4034 section 5.1; digest is lower-case hex. */
export interface DsData {
  readonly keyTag: number
  readonly algorithm: number
  readonly digestType: number
  readonly digest: string
}

/**
 * The parameters of a service at a target (RFC 9460 section 14.3.2). A parameter that the record does not have is
 * absent.
 */
export interface ServiceParameters {
  /** The names of the parameters that a client must know to use the record. */
  readonly mandatory?: ReadonlyArray<string>
  /** Protocols such as "h2" and "h3", each octet one latin1 character. */
  readonly alpn?: ReadonlyArray<string>
  /** The default protocol of the scheme is not offered. */
  readonly noDefaultAlpn?: true
  readonly port?: number
  readonly ipv4hint?: ReadonlyArray<string>
  readonly ipv6hint?: ReadonlyArray<string>
  /** The configurations of Encrypted ClientHello, in base64 (RFC 9848). */
  readonly ech?: string
  /** The URI template of DNS over HTTPS (RFC 9461 section 5). */
  readonly dohpath?: string
  /** Any other parameter by its number, such as `key667`: its value in lower-case hex. */
  readonly [key: `key${number}`]: string
}

/** RFC 9460 section 2. */
export interface ServiceData {
  /** 0: the target is an alias, and the record has no parameters. */
  readonly priority: number
  /** "" is the owner of the record itself, or for an alias: there is no service. */
  readonly target: string
  readonly parameters: ServiceParameters
}

/** The unparsed record data in lower-case hex. */
export interface RawData {
  readonly data: string
}

/** The fields of each record type. */
export interface RecordData {
  readonly A: AddressData
  readonly AAAA: AddressData
  readonly MX: MxData
  readonly TXT: TxtData
  readonly CNAME: TargetData
  readonly NS: TargetData
  readonly PTR: TargetData
  readonly SOA: SoaData
  readonly CAA: CaaData
  readonly SRV: SrvData
  readonly TLSA: TlsaData
  readonly DS: DsData
  readonly SVCB: ServiceData
  readonly HTTPS: ServiceData
  readonly [raw: RawType]: RawData
}

/** The way in which an answer was received; "none": no server was asked. */
export type Transport = "udp" | "tcp" | "tls" | "https" | "system" | "zone" | "none"

/** The answer of the DNS about a name: its records, or that there are none. Never an error. */
export interface DnsAnswer<T extends RecordType = RecordType> {
  /** The queried name: lower case, without a trailing dot. */
  readonly name: string
  readonly type: T
  /** "nxdomain": the name does not exist; "nodata": it has no record of this type (RFC 2308). */
  readonly status: "ok" | "nodata" | "nxdomain"
  readonly records: ReadonlyArray<RecordData[T]>
  /** The CNAME targets that were followed, in order; always empty over node:dns, which does not report them. */
  readonly cnames: ReadonlyArray<string>
  /**
   * The smallest time to live of the answer in seconds; for negative answers see RFC 2308 section 5. Null when unknown.
   */
  readonly ttl: number | null
  /** The AD flag of the resolver (RFC 4035 section 3.2.3); null when unknown. */
  readonly authenticated: boolean | null
  /** "address:port" of the server that answered; null when unknown. */
  readonly server: string | null
  readonly transport: Transport
  /** Since the query was sent, with fractions. */
  readonly durationMs: number
}

/** The smallest time to live of the records in seconds; null when no record has one. */
export const smallestTtl = (records: ReadonlyArray<object>): number | null => {
  const ttls = records.flatMap((record) => ("ttl" in record && typeof record.ttl === "number" ? [record.ttl] : []))
  return ttls.length === 0 ? null : Math.min(...ttls)
}
