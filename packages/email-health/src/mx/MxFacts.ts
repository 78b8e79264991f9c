import type { Unanswered } from "../Unanswered.ts"
import type { MailProvider } from "./providers.ts"

/** The state of the forward-confirmed reverse DNS of an address (RFC 8601 section 2.7.3, "iprev"). */
export type ReverseStatus = "confirmed" | "no_name" | "mismatch" | "unknown" | "not_asked"

/** An address of a mail host and its reverse DNS. */
export interface MxAddress {
  readonly address: string
  readonly public: boolean
  readonly reverse: ReverseStatus
  /** The first PTR name. */
  readonly name: string | null
}

/** The result of resolving a mail host. `address`: the MX record contains an IP address instead of a name. */
export type MxHostStatus = "ok" | "address" | "unresolvable" | "unknown"

/** One mail host. */
export interface MxHost {
  readonly host: string
  readonly preference: number
  readonly status: MxHostStatus
  /** The CNAME target; null if the name is not an alias. */
  readonly cname: string | null
  readonly addresses: ReadonlyArray<MxAddress>
  readonly provider: string | null
}

/** The facts about the MX records of a domain and about its mail hosts. */
export interface MxFacts {
  /**
   * The kind of mail setup. "implicit": there is no MX record, so senders use the domain's own address (RFC 5321
   * section 5.1); "null": a null MX (RFC 7505); "nxdomain": the domain does not exist.
   */
  readonly kind: "hosts" | "null" | "implicit" | "none" | "nxdomain" | "unknown"
  readonly hosts: ReadonlyArray<MxHost>
  /** The MX records as they are published, such as "10 mx.example.com.". */
  readonly published: ReadonlyArray<string>
  /** The names that reverse DNS confirms for the IP addresses in MX records. */
  readonly literalNames: ReadonlyMap<string, string>
  /** The addresses of the domain itself, if it has no MX records. */
  readonly ownAddresses: ReadonlyArray<MxAddress>
  /** Whether a null MX is published together with other MX records. */
  readonly mixed: boolean
  readonly duplicates: ReadonlyArray<string>
  /** The number of hosts beyond the limit, which were not checked. */
  readonly uncheckedHosts: number
  readonly provider: MailProvider | null
  /** The CNAME target of the domain itself. */
  readonly alias: string | null
  readonly authenticated: boolean | null
  readonly unanswered: ReadonlyArray<Unanswered>
}
