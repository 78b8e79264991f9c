import { type CertificateClaim, CertificateLooks, type SeenCertificate, type StoreError } from "@mon/core-store"
import { Pace } from "@mon/model"
import type { CheckResult, OutcomeCode } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { toStoredCertificate } from "../DomainLook.ts"
import { databaseTime } from "../DueDomain.ts"

/** A claimed monitor and when the claim arrived here. */
export interface DueCertificate extends CertificateClaim {
  /** Nanoseconds on this process's monotonic clock. */
  readonly receivedAt: bigint
}

/** Leases up to `limit` monitors with an http URL whose host's port 443 is due for a look. */
export const claimCertificates = (
  limit: number,
  leaseMs: number
): Effect.Effect<ReadonlyArray<DueCertificate>, StoreError, CertificateLooks> =>
  Effect.gen(function* () {
    const claims = yield* (yield* CertificateLooks).claim(limit, leaseMs)
    const receivedAt = yield* Clock.monotonicTimeNanos
    return claims.map((claim) => ({ ...claim, receivedAt }))
  })

/** Somebody answered that there is no TLS: nobody listens, or it is something else that does. */
const NO_TLS: ReadonlySet<OutcomeCode> = new Set(["connect_refused", "tls_handshake"])

const seenBy = ({ certificate, outcome }: CheckResult): SeenCertificate => {
  if (certificate !== null) return { _tag: "Shown", ssl: toStoredCertificate(certificate) }
  return NO_TLS.has(outcome) ? { _tag: "NoTls" } : { _tag: "Unknown" }
}

/** Looks at the certificate of a host whose URL is http; nothing of this is downtime. False when the lease was over. */
export const checkDueCertificate = Effect.fnUntraced(function* (
  due: DueCertificate
): Effect.fn.Return<boolean, StoreError, UptimeProbe | CertificateLooks> {
  const at = yield* databaseTime(due)
  const { confirmMs } = yield* Pace
  const look = yield* (yield* UptimeProbe).check({
    url: `https://${due.hostname}/`,
    timeoutMs: due.timeoutMs,
    method: "HEAD",
    followRedirects: false
  })
  return yield* (yield* CertificateLooks).record(due, at, seenBy(look), confirmMs)
})
