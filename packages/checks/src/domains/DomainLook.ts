import type { Claim, LookRow, StoredCertificate } from "@mon/core-store"
import { type CertificateFacts, type CheckResult, outcomes } from "@mon/uptime-probe"
import { redirectFacts } from "./Redirect.ts"
import { storable } from "../StoredText.ts"

/** The fields of a row that do not come from the probe. */
export interface LookStamp {
  /** Milliseconds since the epoch on the database's clock. */
  readonly at: number
  /** Whether the own-network guard suppresses the verdict. */
  readonly suppressed: boolean
  readonly location: string
}

const MAX_MESSAGE = 500
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
  validTo: certificate.validTo,
  protocol: certificate.protocol,
  keyType: certificate.keyType,
  keyBits: certificate.keyBits,
  problems: certificate.problems,
  fingerprint256: certificate.fingerprint256
})

/** The error message of a check that was not successful; null for a successful one. */
const errorMessage = (look: CheckResult) =>
  look.outcome === "ok" ? null : storable(look.message ?? `${outcomes[look.outcome].title}.`, MAX_MESSAGE)

/** The store's row for a check of a domain. */
export const toLookRow = (
  claim: Pick<Claim, "monitorKey" | "leaseToken">,
  look: CheckResult,
  stamp: LookStamp
): LookRow => ({
  monitorKey: claim.monitorKey,
  leaseToken: claim.leaseToken,
  at: stamp.at,
  verdict: look.verdict,
  deterministic: look.deterministic,
  held: stamp.suppressed,
  statusCode: look.statusCode,
  errorCode: look.outcome === "ok" ? null : look.outcome,
  errorMessage: errorMessage(look),
  responseUs: micros(look.totalUs),
  dnsUs: micros(look.timings.dnsUs),
  connectUs: micros(look.timings.connectUs),
  tlsUs: micros(look.timings.tlsUs),
  waitUs: micros(look.timings.waitUs),
  downloadUs: micros(look.timings.downloadUs),
  location: stamp.location,
  stalled: look.delayed,
  ssl: look.certificate === null ? null : toStoredCertificate(look.certificate),
  redirect: redirectFacts(look)
})
