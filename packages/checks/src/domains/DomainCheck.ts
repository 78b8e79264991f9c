import type { Claim, CheckResultRow, StoredCertificate } from "@mon/core-store"
import type { CertificateFacts, CheckResult } from "@mon/uptime-probe"
import { incidentEvidence } from "../diagnoses/incidentEvidence.ts"
import type { OwnNetwork } from "../ownNetwork/OwnNetworkGuard.ts"
import { domainVerdict, isDegraded, recordedContent } from "../requests/checkFacts.ts"
import { redirectFacts } from "./Redirect.ts"
import { storable } from "../StoredText.ts"

/** The fields of a row that do not come from the probe. */
export interface CheckStamp {
  /** Milliseconds since the epoch on the database's clock. */
  readonly at: number
  /** Whether the own-network guard suppresses the verdict. */
  readonly suppressed: boolean
  /** The state of our network, as far as the own-network guard knows it. */
  readonly network: OwnNetwork
  readonly location: string
  /** A slower check counts as slow, in milliseconds; null: none does. */
  readonly degradedAfterMs: number | null
  /** Whether the check sends credentials, so that no text of the answer is stored. */
  readonly isSecret: boolean
}

const MAX_NAME = 500
/** The largest value of a PostgreSQL integer, 35 minutes. */
const MAX_MICROSECONDS = 2_147_483_647

const micros = (value: number | null) => (value === null ? null : Math.min(Math.round(value), MAX_MICROSECONDS))

/** The stored part of a certificate. */
export const toStoredCertificate = (certificate: CertificateFacts): StoredCertificate => ({
  valid: certificate.valid,
  issuer: storable(certificate.issuer, MAX_NAME),
  subject: storable(certificate.subject, MAX_NAME),
  validFrom: certificate.validFrom,
  validTo: certificate.endsFirst.validTo,
  protocol: certificate.protocol,
  keyType: certificate.keyType,
  keyBits: certificate.keyBits,
  problems: certificate.problems,
  fingerprint256: certificate.fingerprint256,
  ...endingBefore(certificate)
})

const endingBefore = ({
  endsFirst,
  fingerprint256
}: CertificateFacts): Pick<StoredCertificate, "ending" | "endsFirst"> => {
  if (endsFirst.fingerprint256 === fingerprint256) return {}
  const { issuer, validFrom, validTo } = endsFirst
  const subject = storable(endsFirst.subject, MAX_NAME)
  return {
    endsFirst: subject,
    ending: {
      subject,
      issuer: storable(issuer, MAX_NAME),
      validFrom,
      validTo,
      fingerprint256: endsFirst.fingerprint256
    }
  }
}

/**
 * Returns the address of the last request of a check, or the last one that it tried to connect to; null without one.
 */
const lastAddress = ({ hops }: CheckResult): string | null => {
  const hop = hops.at(-1)
  return hop?.address ?? hop?.attempts?.at(-1)?.address ?? null
}

/** The store's row for a check of a domain. */
export const toCheckResultRow = (
  claim: Pick<Claim, "contentMemory" | "hostname" | "leaseToken" | "monitorKey" | "url">,
  check: CheckResult,
  stamp: CheckStamp
): CheckResultRow => ({
  monitorKey: claim.monitorKey,
  leaseToken: claim.leaseToken,
  at: stamp.at,
  ...domainVerdict(check, stamp.isSecret),
  deterministic: check.deterministic,
  suppressed: stamp.suppressed,
  address: lastAddress(check),
  statusCode: check.statusCode,
  responseUs: micros(check.totalUs),
  degraded: isDegraded(check, stamp.degradedAfterMs),
  content: recordedContent(check, { ...stamp, contentMemory: claim.contentMemory }),
  dnsUs: micros(check.timings.dnsUs),
  connectUs: micros(check.timings.connectUs),
  tlsUs: micros(check.timings.tlsUs),
  waitUs: micros(check.timings.waitUs),
  downloadUs: micros(check.timings.downloadUs),
  location: stamp.location,
  stalled: check.delayed,
  evidence: stamp.suppressed ? null : incidentEvidence(check, { ...stamp, hostname: claim.hostname, url: claim.url }),
  ssl: check.certificate === null ? null : toStoredCertificate(check.certificate),
  // That of the last good check stays, so that a diagnosis sees where the site led before it failed.
  redirect: check.verdict === "down" ? null : redirectFacts(check)
})
