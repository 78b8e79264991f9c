import type { DmarcPolicy } from "./DmarcRecord.ts"

/** The authenticated domains of a message; only of results that passed. */
export interface DmarcRequest {
  /** The domain of the From header, IDNA ASCII. */
  readonly from: string
  /** The domain that SPF passed for; null when it did not. */
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
  /** The domain of the record. */
  readonly recordDomain: string | null
  /** The first domain that is aligned with the author, also without a record; null when none is, or the DNS failed. */
  readonly aligned: { readonly spf: string | null; readonly dkim: string | null }
}
