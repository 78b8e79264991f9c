import type { CheckResultRow, Claim, StoredCertificate } from "@mon/core-store"
import type { RedirectFacts } from "@mon/model"
import type { CertificateFacts, CheckResult } from "@mon/uptime-probe"
import { storable } from "../StoredText.ts"
import { incidentEvidence } from "../diagnoses/incidentEvidence.ts"
import type { OwnNetwork } from "../ownNetwork/OwnNetworkGuard.ts"
import { domainVerdict, isDegraded, recordedContent } from "../requests/checkFacts.ts"

const MAX_URL = 2_048

/** The outcomes of a check that received a final response. */
const ANSWERED: ReadonlySet<string> = new Set(["ok", "http_status", "expectation_failed", "content_fault"])

/**
 * The redirects of a check that got a final response. Null if the check got no final response, because it then says
 * nothing about redirects.
 */
export const redirectFacts = (check: CheckResult): RedirectFacts | null =>
  !ANSWERED.has(check.outcome)
    ? null
    : {
        detected: check.hops.length > 1,
        finalUrl: storable(check.finalUrl, MAX_URL),
        kind: check.redirect?.kind ?? null,
        hops: check.hops.map((hop) => ({ url: storable(hop.url, MAX_URL), statusCode: hop.statusCode }))
      }

/** The fields of a result's row that the probe does not provide. */
export interface CheckStamp {
  /** The time of the check, in milliseconds since the epoch on the database's clock. */
  readonly at: number
  /** Whether the own-network guard suppresses the verdict. */
  readonly suppressed: boolean
  /** The state of this worker's own network, as far as the own-network guard knows it. */
  readonly network: OwnNetwork
  readonly location: string
  /** The longest response time that does not count as slow, in milliseconds. Null: no response counts as slow. */
  readonly degradedAfterMs: number | null
  /** Whether the check sends credentials. If it does, no text of the response is stored. */
  readonly isSecret: boolean
}

const MAX_NAME = 500
/** The largest value of a PostgreSQL integer. As a number of microseconds, it is about 35 minutes. */
const MAX_MICROSECONDS = 2_147_483_647

const micros = (value: number | null) => (value === null ? null : Math.min(Math.round(value), MAX_MICROSECONDS))

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

/** Returns the address of the last request of a check, or the last address that it tried. Null if there is none. */
const lastAddress = ({ hops }: CheckResult): string | null => {
  const hop = hops.at(-1)
  return hop?.address ?? hop?.attempts?.at(-1)?.address ?? null
}

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
  // After a failed check, the stored redirect is kept, so that a diagnosis can see where the site redirected to before
  // it failed.
  redirect: check.verdict === "down" ? null : redirectFacts(check)
})
