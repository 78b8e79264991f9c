import type { DmarcPolicy } from "./DmarcRecord.ts"

/** The domains of a message that authentication checks have confirmed, and its author's domain. */
export interface DmarcRequest {
  /** The domain of the From header, in IDNA ASCII. */
  readonly from: string
  /** The domain that passed SPF; null if none passed. */
  readonly spf: string | null
  /** The "d" domains of DKIM signatures that passed. */
  readonly dkim: ReadonlyArray<string>
}

/** The DMARC result of a message (RFC 9989 section 5.4). */
export interface DmarcOutcome {
  readonly result: "pass" | "fail" | "none" | "temperror"
  /** The policy for messages that fail; null if there is no record. */
  readonly policy: DmarcPolicy | null
  readonly organizationalDomain: string | null
  /** The domain of the DMARC record. */
  readonly recordDomain: string | null
  /**
   * The first SPF and DKIM domains that are aligned with the author, even if there is no DMARC record; null if no
   * domain is aligned or the DNS failed.
   */
  readonly aligned: { readonly spf: string | null; readonly dkim: string | null }
}
