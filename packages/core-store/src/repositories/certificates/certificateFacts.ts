import type { SslFacts } from "@mon/model"

/** A stored certificate. The remaining days are computed when it is read. */
export interface StoredCertificate extends Omit<SslFacts, "daysRemaining"> {
  /** Upper-case hex with colons. */
  readonly fingerprint256: string
  /** The certificate that `endsFirst` names. */
  readonly ending?: EndingCertificate
}

/** Another certificate of the chain, which ends before that of the host. */
interface EndingCertificate {
  readonly subject: string
  readonly issuer: string
  readonly validFrom: string
  readonly validTo: string
  readonly fingerprint256: string
}

/** Days before a certificate expires at which an alert is sent. */
const THRESHOLD_DAYS = [1, 3, 7, 14, 30] as const

/**
 * Certificates are renewed when two thirds of their lifetime have passed (letsencrypt.org/docs/integration-guide, "When
 * to Renew"): no alert is sent earlier. `omitted`: a threshold that is longer than this share of the lifetime does not
 * exist, because those of six days would reach it at each renewal.
 */
const SHARE_LEFT = { alerted: 1 / 3, omitted: 0.4 } as const

const DAY_MS = 86_400_000

/** The lowest threshold that a certificate has reached; null when it has reached none. */
const thresholdOf = ({ validFrom, validTo }: Pick<EndingCertificate, "validFrom" | "validTo">, at: number) => {
  const end = Date.parse(validTo)
  // Authorities count the first second and the last one: 90 days are one second less.
  const lifetimeDays = Math.round((end - Date.parse(validFrom)) / DAY_MS)
  const isReached = (days: number) =>
    days <= lifetimeDays * SHARE_LEFT.omitted && end - at <= Math.min(days, lifetimeDays * SHARE_LEFT.alerted) * DAY_MS
  return THRESHOLD_DAYS.find(isReached) ?? null
}

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
  const ending = ssl.ending ?? ssl
  return {
    ssl_valid: ssl.valid,
    ssl_fingerprint: ssl.fingerprint256,
    ssl_problem: ssl.valid ? null : `${ssl.fingerprint256} ${ssl.problems.toSorted().join(",")}`,
    ssl_threshold: Date.parse(ending.validTo) < at ? null : thresholdOf(ending, at)
  }
}
