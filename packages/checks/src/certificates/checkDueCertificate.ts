import { type CertificateClaim, CertificateChecks, type SeenCertificate, type StoreError } from "@mon/core-store"
import { ConfirmationPolicy } from "@mon/model"
import type { CheckResult, OutcomeCode } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { toStoredCertificate } from "../domains/DomainCheck.ts"
import { databaseTime } from "../domains/checkDomain.ts"
import { Connectivity } from "../ownNetwork/Connectivity.ts"

export interface ClaimedCertificate extends CertificateClaim {
  /** The time at which the claim arrived, in nanoseconds on this process's monotonic clock. */
  readonly receivedAt: bigint
}

/**
 * Claims up to `limit` monitors with an http URL if the certificate of their host on port 443 is due for a check.
 * Leaves out the monitors of `exceptAccounts`, and monitors whose check is assigned to a location other than
 * `location`.
 */
export const claimCertificates = (
  limit: number,
  leaseMs: number,
  exceptAccounts: ReadonlyArray<string>,
  location: string
): Effect.Effect<ReadonlyArray<ClaimedCertificate>, StoreError, CertificateChecks> =>
  Effect.gen(function* () {
    const claims = yield* (yield* CertificateChecks).claim(limit, leaseMs, exceptAccounts, location)
    const receivedAt = yield* Clock.monotonicTimeNanos
    return claims.map((claim) => ({ ...claim, receivedAt }))
  })

/** The outcomes that prove that there is no TLS: the port is closed, or a service without TLS uses it. */
const NO_TLS: ReadonlySet<OutcomeCode> = new Set(["connect_refused", "tls_handshake"])

const seenBy = ({ certificate, outcome }: CheckResult): SeenCertificate => {
  if (certificate !== null) return { _tag: "Shown", ssl: toStoredCertificate(certificate) }
  return NO_TLS.has(outcome) ? { _tag: "NoTls" } : { _tag: "Unknown" }
}

/**
 * The longest time that the own-network guard may take for a self-test and the repeated request. The claim's lease
 * lasts longer than this.
 */
const DECIDE_WITHIN_MS = 8_000
const NANOS_PER_MILLI = 1_000_000

/**
 * Checks the certificate of a host whose URL is http. The result never counts as downtime. A refused connection counts
 * only if this worker's own network was not the reason for the refusal. Returns false if the lease had expired.
 */
export const checkDueCertificate = Effect.fnUntraced(function* (
  claim: ClaimedCertificate
): Effect.fn.Return<boolean, StoreError, UptimeProbe | Connectivity | CertificateChecks> {
  const at = yield* databaseTime(claim)
  const { confirmMs } = yield* ConfirmationPolicy
  const { hostname } = claim
  const url = `https://${hostname}/`
  const from = Number(yield* Clock.monotonicTimeNanos) / NANOS_PER_MILLI
  const check = yield* (yield* UptimeProbe).check({
    url,
    timeoutMs: claim.timeoutMs,
    method: "HEAD",
    followRedirects: false
  })
  const seen = seenBy(check)
  // The port has never been known to serve TLS, so a timeout is no reason to suspect this worker's own network.
  const site = { url, hostname, state: "unknown" } as const
  const isSuppressed =
    seen._tag === "NoTls" &&
    (yield* (yield* Connectivity).judge(site, check, { from, decideWithinMs: DECIDE_WITHIN_MS })).suppressed
  return yield* (yield* CertificateChecks).record(claim, at, isSuppressed ? { _tag: "Unknown" } : seen, confirmMs)
})
