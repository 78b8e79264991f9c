import type { DmarcPolicy } from "./DmarcRecord.ts"

/** The authenticated domains of a message, from results that passed. */
export interface DmarcRequest {
  /** The domain of the From header, IDNA ASCII. */
  readonly from: string
  /** The domain that passed SPF; null if none passed. */
  readonly spf: string | null
  /** The "d" domains of DKIM signatures that verified. */
  readonly dkim: ReadonlyArray<string>
}

/** The DMARC result of a message (RFC 9989 section 5.4). */
export interface DmarcOutcome {
  readonly result: "pass" | "fail" | "none" | "temperror"
  /** The policy for messages that fail; null without a record. */
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
