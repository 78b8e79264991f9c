import type { Unanswered } from "../Unanswered.ts"
import type { DmarcFault, DmarcPolicy, DmarcRecord } from "./DmarcRecord.ts"

/** A report address, and whether it can receive reports. */
export interface ReportTarget {
  readonly uri: string
  readonly domain: string
  /**
   * Whether the address is outside the domain's organization. If so, the recipient must authorise the reports (RFC 9990
   * section 4).
   */
  readonly external: boolean
  /** Whether the recipient authorises the reports; null if unknown, or when no authorisation is needed. */
  readonly authorised: boolean | null
  /** Whether the domain receives email; null if unknown. */
  readonly takesMail: boolean | null
}

export interface DmarcFacts {
  readonly status: "ok" | "none" | "unknown"
  readonly record: DmarcRecord | null
  readonly recordDomain: string | null
  /** The domain whose record is inherited; null if the domain has its own record. */
  readonly inheritedFrom: string | null
  readonly organizationalDomain: string | null
  /** The policy that applies to the organizational domain itself; null if the organizational domain has no policy. */
  readonly organizationPolicy: DmarcPolicy | null
  /** The domains of the DNS tree walk, in order. */
  readonly walked: ReadonlyArray<string>
  /**
   * The policies that receivers apply to the domain, to existing names below it, and to names below it that do not
   * exist. Null if no record applies.
   */
  readonly effective: {
    readonly domain: DmarcPolicy
    readonly subdomain: DmarcPolicy
    readonly nonexistent: DmarcPolicy
  } | null
  /** The DMARC records at the domain's own DMARC name. */
  readonly ownRecords: ReadonlyArray<string>
  /** The reason why receivers ignore the domain's only record; null if receivers use the record. */
  readonly fault: DmarcFault | null
  /** The TXT records at the DMARC name that resemble a DMARC record. */
  readonly nearMisses: ReadonlyArray<string>
  /** Whether an SPF record is at the DMARC name, usually because of a wildcard. */
  readonly spfInPlace: boolean
  /**
   * The DMARC records at the domain itself instead of at the DMARC name, which is the only place where receivers
   * search.
   */
  readonly misplaced: ReadonlyArray<string>
  readonly reports: ReadonlyArray<ReportTarget>
  /**
   * The record that the owner meant, corrected and merged; null if no record is published, or if no record is readable.
   */
  readonly corrected: string | null
  readonly correctedReports: ReadonlyArray<ReportTarget>
  readonly unanswered: ReadonlyArray<Unanswered>
}
