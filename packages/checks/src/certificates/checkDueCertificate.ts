import { type CertificateClaim, CertificateChecks, type SeenCertificate, type StoreError } from "@mon/core-store"
import { ConfirmationPolicy } from "@mon/model"
import type { CheckResult, OutcomeCode } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { toStoredCertificate } from "../domains/DomainCheck.ts"
import { databaseTime } from "../domains/ClaimedMonitor.ts"

/** A claimed monitor and when the claim arrived. */
export interface ClaimedCertificate extends CertificateClaim {
  /** Nanoseconds on this process's monotonic clock. */
  readonly receivedAt: bigint
}

/**
 * Claims up to `limit` monitors with an http URL whose host's certificate on port 443 is due for a check, except those
 * of some accounts.
 */
export const claimCertificates = (
  limit: number,
  leaseMs: number,
  exceptAccounts: ReadonlyArray<string> = []
): Effect.Effect<ReadonlyArray<ClaimedCertificate>, StoreError, CertificateChecks> =>
  Effect.gen(function* () {
    const claims = yield* (yield* CertificateChecks).claim(limit, leaseMs, exceptAccounts)
    const receivedAt = yield* Clock.monotonicTimeNanos
    return claims.map((claim) => ({ ...claim, receivedAt }))
  })

/** Outcomes that prove that there is no TLS: nothing listens on the port, or something else does. */
const NO_TLS: ReadonlySet<OutcomeCode> = new Set(["connect_refused", "tls_handshake"])

const seenBy = ({ certificate, outcome }: CheckResult): SeenCertificate => {
  if (certificate !== null) return { _tag: "Shown", ssl: toStoredCertificate(certificate) }
  return NO_TLS.has(outcome) ? { _tag: "NoTls" } : { _tag: "Unknown" }
}

/**
 * Checks the certificate of a host whose URL is http; the result never counts as downtime. False when the lease had
 * expired.
 */
export const checkDueCertificate = Effect.fnUntraced(function* (
  claim: ClaimedCertificate
): Effect.fn.Return<boolean, StoreError, UptimeProbe | CertificateChecks> {
  const at = yield* databaseTime(claim)
  const { confirmMs } = yield* ConfirmationPolicy
  const check = yield* (yield* UptimeProbe).check({
    url: `https://${claim.hostname}/`,
    timeoutMs: claim.timeoutMs,
    method: "HEAD",
    followRedirects: false
  })
  return yield* (yield* CertificateChecks).record(claim, at, seenBy(check), confirmMs)
})
