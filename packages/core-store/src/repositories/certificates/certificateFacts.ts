import type { SslFacts } from "@mon/model"

/** A certificate as it is stored: the days that remain are counted when it is read. */
export interface StoredCertificate extends Omit<SslFacts, "daysRemaining"> {
  /** Upper-case hex with colons. */
  readonly fingerprint256: string
}

/** Days before the end of a certificate at which it is announced. */
const THRESHOLD_DAYS = [1, 3, 7, 14, 30] as const

const DAY_MS = 86_400_000

/** What the statements need to know of a certificate beside its facts. */
export interface CertificateMarks {
  readonly ssl_valid: boolean | null
  readonly ssl_fingerprint: string | null
  /** What is wrong with which certificate; null when nothing is. */
  readonly ssl_problem: string | null
  /** The tightest threshold that is reached; null when none is, or when it is over: that is a fault. */
  readonly ssl_threshold: number | null
}

const unknown: CertificateMarks = { ssl_valid: null, ssl_fingerprint: null, ssl_problem: null, ssl_threshold: null }

/** The marks of a certificate that was seen at a time (milliseconds since the epoch). */
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
