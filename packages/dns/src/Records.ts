/**
 * The record types whose data is read into fields. Query any other type by its number, such as TYPE99 (RFC 3597 section
 * 5).
 */
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
/** A record type by its number (RFC 3597 section 5), such as `TYPE99`, for types that `KnownType` does not list. */
export type RawType = `TYPE${number}`
/** A record type that can be queried. */
export type RecordType = KnownType | RawType

/** An address and its time to live in seconds. */
export interface AddressData {
  readonly address: string
  readonly ttl: number
}

/** The data of a record that names another domain, in lower case and without a trailing dot. The root is "". */
export interface TargetData {
  readonly target: string
}

/** The data of an MX record (RFC 1035 section 3.3.9). A null MX (RFC 7505) has the exchange "". */
export interface MxData {
  readonly exchange: string
  readonly preference: number
}

/** The data of a TXT record (RFC 1035 section 3.3.14). Each octet is one latin1 character. */
export interface TxtData {
  readonly chunks: ReadonlyArray<string>
}

/** The data of an SOA record (RFC 1035 section 3.3.13). Times are in seconds. */
export interface SoaData {
  readonly mname: string
  readonly rname: string
  readonly serial: number
  readonly refresh: number
  readonly retry: number
  readonly expire: number
  readonly minimum: number
}

/** The data of a CAA record (RFC 8659 section 4.1). The flag 128 means "critical". */
export interface CaaData {
  readonly flags: number
  readonly tag: string
  readonly value: string
}

/** The data of an SRV record (RFC 2782). */
export interface SrvData {
  readonly priority: number
  readonly weight: number
  readonly port: number
  readonly target: string
}

/** The data of a TLSA record (RFC 6698 section 2.1). `data` is lower-case hex. */
export interface TlsaData {
  readonly usage: number
  readonly selector: number
  readonly matchingType: number
  readonly data: string
}

/** The data of a DS record (RFC 4034 section 5.1). `digest` is lower-case hex. */
export interface DsData {
  readonly keyTag: number
  readonly algorithm: number
  readonly digestType: number
  readonly digest: string
}

/**
 * The parameters of a service at a target (RFC 9460 section 14.3.2). A parameter is absent if the record does not
 * contain it.
 */
export interface ServiceParameters {
  /** The names of the parameters that a client must understand to use the record. */
  readonly mandatory?: ReadonlyArray<string>
  /** The protocols that the service offers, such as "h2" and "h3". Each octet is one latin1 character. */
  readonly alpn?: ReadonlyArray<string>
  /** True if the service does not offer the default protocol of the scheme. */
  readonly noDefaultAlpn?: true
  readonly port?: number
  readonly ipv4hint?: ReadonlyArray<string>
  readonly ipv6hint?: ReadonlyArray<string>
  /** The configurations of Encrypted ClientHello, in base64 (RFC 9848). */
  readonly ech?: string
  /** The URI template of DNS over HTTPS (RFC 9461 section 5). */
  readonly dohpath?: string
  /** The value of any other parameter, in lower-case hex. The key contains its number, for example `key667`. */
  readonly [key: `key${number}`]: string
}

/** The data of an SVCB or HTTPS record (RFC 9460 section 2). */
export interface ServiceData {
  /** The priority. 0 means that the record is an alias for the target, and that it has no parameters. */
  readonly priority: number
  /** The target. "" stands for the owner of the record. In an alias, "" means that there is no service. */
  readonly target: string
  readonly parameters: ServiceParameters
}

/** The raw data of a record, in lower-case hex. */
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

/** The transport over which an answer arrived. "none" means that the resolver asked no server. */
export type Transport = "udp" | "tcp" | "tls" | "https" | "system" | "zone" | "none"

/** An answer of the DNS about a name. A name without records is an answer too, not an error. */
export interface DnsAnswer<T extends RecordType = RecordType> {
  /** The queried name, in lower case and without a trailing dot. */
  readonly name: string
  readonly type: T
  /** "nxdomain" means that the name does not exist, "nodata" that it has no record of this type (RFC 2308). */
  readonly status: "ok" | "nodata" | "nxdomain"
  readonly records: ReadonlyArray<RecordData[T]>
  /**
   * The CNAME targets that were followed, in order. Always empty over node:dns, because node:dns does not report them.
   */
  readonly cnames: ReadonlyArray<string>
  /**
   * The smallest time to live of the answer, in seconds. For negative answers, it is determined as in RFC 2308 section
   * 5. Null if unknown.
   */
  readonly ttl: number | null
  /** The AD flag that the resolver set (RFC 4035 section 3.2.3). Null if unknown. */
  readonly authenticated: boolean | null
  /** The server that answered, as "address:port". Null if unknown. */
  readonly server: string | null
  readonly transport: Transport
  /** Milliseconds since the query was sent, with fractions. */
  readonly durationMs: number
}

/** Returns null if no record has a time to live. */
export const smallestTtl = (records: ReadonlyArray<object>): number | null => {
  const ttls = records.flatMap((record) => ("ttl" in record && typeof record.ttl === "number" ? [record.ttl] : []))
  return ttls.length === 0 ? null : Math.min(...ttls)
}
