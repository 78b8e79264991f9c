import type { MailHostCertificate } from "../network/judgeCertificate.ts"
import type { MailHostContact } from "../network/Transport.ts"
import type { BimiCertificateProblem, BimiFileCheck, BimiLogoProblem } from "./bimi.ts"
import type { DaneStatus } from "./dane.ts"
import type { MtaStsFault, MtaStsPolicy } from "./mtaSts.ts"

/** Whether a TXT record is present and valid; `present` is null if unknown. */
export interface TextRecordStatus {
  readonly present: boolean | null
  readonly record: string | null
  readonly valid: boolean
}

/** The MTA-STS record and the policy file (RFC 8461). */
export interface MtaStsFacts extends TextRecordStatus {
  readonly policy: MtaStsPolicy | null
  /** Whether the policy file was requested. */
  readonly fetched: boolean
  /** The reason why there is no policy; null if there is a policy, or if the file was not requested. */
  readonly fault: MtaStsFault | null
}

/** The TLS-RPT record (RFC 8460). */
export interface TlsRptFacts extends TextRecordStatus {
  /** The addresses that receive the reports. */
  readonly addresses: ReadonlyArray<string>
}

/** The BIMI record with its logo and certificate. */
export interface BimiFacts extends TextRecordStatus {
  readonly logo: string | null
  readonly certificate: string | null
  /** Whether the record declares that the domain does not use BIMI. */
  readonly declined: boolean
  readonly logoCheck: BimiFileCheck<BimiLogoProblem>
  readonly certificateCheck: BimiFileCheck<BimiCertificateProblem>
}

/** The DANE records of a mail host (RFC 7672). */
export interface DaneHost {
  readonly host: string
  /** The number of usable TLSA records; null if unknown. */
  readonly records: number | null
  /** Whether DNSSEC validated the records. Without validation, the records do not count (RFC 7672 section 2.2). */
  readonly authenticated: boolean | null
  readonly status: DaneStatus
}

/** The state of STARTTLS at a mail host, and the host's certificate. */
export interface MailHostTls {
  readonly host: string
  /**
   * The result of the connection. `encrypted`: STARTTLS works. `plain`: the host does not offer STARTTLS. `broken`: the
   * host offers STARTTLS, but it fails.
   */
  readonly status: MailHostContact["status"]
  /**
   * The reason why the host was not checked or why STARTTLS failed; null otherwise. `not_requested`: the caller did not
   * ask to contact mail hosts.
   */
  readonly reason: MailHostContact["reason"] | "not_requested"
  readonly protocol: string | null
  readonly certificate: MailHostCertificate | null
}

/** The facts that are reported but do not affect the score. */
export interface ExtraFacts {
  readonly mtaSts: MtaStsFacts
  readonly tlsRpt: TlsRptFacts
  readonly bimi: BimiFacts
  readonly mailHosts: ReadonlyArray<MailHostTls>
  readonly dane: ReadonlyArray<DaneHost>
  /** The state of DNSSEC. `signed` means that the parent zone has a DS record. Null if unknown. */
  readonly dnssec: { readonly signed: boolean | null; readonly validated: boolean | null }
}

/** The TXT records at the names of MTA-STS (RFC 8461), TLS-RPT (RFC 8460) and BIMI; null if the DNS gave no answer. */
export interface ExtraTexts {
  readonly mtaSts: ReadonlyArray<string> | null
  readonly tlsRpt: ReadonlyArray<string> | null
  readonly bimi: ReadonlyArray<string> | null
}
