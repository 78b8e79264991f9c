import type { MtaStsPolicy } from "./mtaSts.ts"

/** Whether a TXT record is present and valid; `present` is null when unknown. */
export interface TextRecordStatus {
  readonly present: boolean | null
  readonly record: string | null
  readonly valid: boolean
}

/** The DANE records of a mail host (RFC 7672). */
export interface DaneHost {
  readonly host: string
  /** The number of usable TLSA records; null when unknown. */
  readonly records: number | null
  /** Whether DNSSEC validated them, without which they do not count (RFC 7672 section 2.2). */
  readonly authenticated: boolean | null
}

/** Facts that are reported but not scored. */
export interface ExtraFacts {
  readonly mtaSts: TextRecordStatus & {
    readonly policy: MtaStsPolicy | null
    /** Whether the policy file was requested. */ readonly fetched: boolean
  }
  readonly tlsRpt: TextRecordStatus
  readonly bimi: TextRecordStatus & { readonly logo: string | null; readonly certificate: string | null }
  readonly dane: ReadonlyArray<DaneHost>
  /** `signed`: the parent has a DS record; null when unknown. */
  readonly dnssec: { readonly signed: boolean | null; readonly validated: boolean | null }
}

/** The TXT records at the names of MTA-STS (RFC 8461), TLS-RPT (RFC 8460) and BIMI; null without an answer. */
export interface ExtraTexts {
  readonly mtaSts: ReadonlyArray<string> | null
  readonly tlsRpt: ReadonlyArray<string> | null
  readonly bimi: ReadonlyArray<string> | null
}

/**
 * Fetches `https://mta-sts.<domain>/.well-known/mta-sts.txt` (RFC 8461 section 3.3); null when it does not exist or
 * cannot be fetched.
 */
export type FetchPolicy = (domain: string, signal: AbortSignal) => Promise<string | null>
