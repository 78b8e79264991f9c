import type { Unanswered } from "../Unanswered.ts"
import type { DmarcFault, DmarcPolicy, DmarcRecord } from "./DmarcRecord.ts"

/** A report address, and whether it can receive reports. */
export interface ReportTarget {
  readonly uri: string
  readonly domain: string
  /** Outside the organization, so that the recipient must authorise it (RFC 9990 section 4). */
  readonly external: boolean
  /** Null when unknown, or when no authorisation is needed. */
  readonly authorised: boolean | null
  /** Whether the domain receives email; null when unknown. */
  readonly takesMail: boolean | null
}

/** The DMARC record that applies to a domain. */
export interface DmarcFacts {
  readonly status: "ok" | "none" | "unknown"
  readonly record: DmarcRecord | null
  readonly recordDomain: string | null
  /** The domain of an inherited record; null for the domain's own. */
  readonly inheritedFrom: string | null
  readonly organizationalDomain: string | null
  /** The policy for the organizational domain itself; null without one. */
  readonly organizationPolicy: DmarcPolicy | null
  /** The domains of the DNS tree walk, in order. */
  readonly walked: ReadonlyArray<string>
  /** The policy for the domain, for names below it that exist, and for those that do not. */
  readonly effective: {
    readonly domain: DmarcPolicy
    readonly subdomain: DmarcPolicy
    readonly nonexistent: DmarcPolicy
  } | null
  /** DMARC records at the domain's own name. */
  readonly ownRecords: ReadonlyArray<string>
  /** The reason for which receivers do not use the single own record. */
  readonly fault: DmarcFault | null
  /** TXT records at the name that resemble a DMARC record. */
  readonly nearMisses: ReadonlyArray<string>
  /** An SPF record where the DMARC record belongs, usually from a wildcard. */
  readonly spfInPlace: boolean
  /** DMARC records at the domain itself, where receivers do not expect them. */
  readonly misplaced: ReadonlyArray<string>
  readonly reports: ReadonlyArray<ReportTarget>
  /** The record that the owner meant, corrected and merged; null if nothing is published or nobody can read it. */
  readonly corrected: string | null
  /** The report addresses of that record. */
  readonly correctedReports: ReadonlyArray<ReportTarget>
  readonly unanswered: ReadonlyArray<Unanswered>
}
