import type { SslFacts } from "@mon/model"

/** A stored certificate. The remaining days are computed when it is read. */
export interface StoredCertificate extends Omit<SslFacts, "daysRemaining"> {
  /** Upper-case hex with colons. */
  readonly fingerprint256: string
}

/** Days before a certificate expires at which an alert is sent. */
const THRESHOLD_DAYS = [1, 3, 7, 14, 30] as const

const DAY_MS = 86_400_000

/** What the SQL needs in addition to the certificate itself. */
export interface CertificateMarks {
  readonly ssl_valid: boolean | null
  readonly ssl_fingerprint: string | null
  /** Fingerprint and problems of an invalid certificate; null when it is valid. */
  readonly ssl_problem: string | null
  /**
   * The lowest threshold reached; null when none is, or when the certificate has expired, which is a problem instead.
   */
  readonly ssl_threshold: number | null
}

const unknown: CertificateMarks = { ssl_valid: null, ssl_fingerprint: null, ssl_problem: null, ssl_threshold: null }

/** The marks of a certificate that was seen `at` (milliseconds since the epoch). */
export const certificateMarks = (ssl: StoredCertificate | null, at: number): CertificateMarks => {
  if (ssl === null) return unknown
  const leftMs = Date.parse(ssl.validTo) - at
  return {
    ssl_valid: ssl.valid,
    ssl_fingerprint: ssl.fingerprint256,
    ssl_problem: ssl.valid ? null : `${ssl.fingerprint256} ${ssl.problems.toSorted().join(",")}`,
    ssl_threshold: leftMs < 0 ? null : (THRESHOLD_DAYS.find((days) => leftMs <= days * DAY_MS) ?? null)
  }
}
