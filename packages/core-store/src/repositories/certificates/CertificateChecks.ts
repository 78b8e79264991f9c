import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { StoredCertificate } from "./certificateFacts.ts"

/** A monitor with an http URL whose certificate is due for a check. Times are milliseconds since the epoch. */
export interface CertificateClaim {
  /** Internal key (bigint as text). */
  readonly monitorKey: string
  /** The account of the monitor: internal key. */
  readonly accountKey: string
  readonly leaseToken: string
  readonly hostname: string
  readonly timeoutMs: number
  readonly claimedAt: number
}

/** The result of a check of port 443. `NoTls`: the host serves no TLS. `Unknown`: it could not be reached. */
export type SeenCertificate =
  | { readonly _tag: "Shown"; readonly ssl: StoredCertificate }
  | { readonly _tag: "NoTls" }
  | { readonly _tag: "Unknown" }

/** Checks of port 443 for monitors whose URL is http; for the others, every check brings the certificate. */
export class CertificateChecks extends Context.Service<
  CertificateChecks,
  {
    /**
     * Leases up to `limit` due monitors for `leaseMs` each. Skips monitors that are paused, redirect to https, or
     * belong to one of `exceptAccounts`.
     */
    readonly claim: (
      limit: number,
      leaseMs: number,
      exceptAccounts?: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<CertificateClaim>, StoreError>
    /** Releases unused leases: their monitors are due at once. */
    readonly release: (claims: ReadonlyArray<CertificateClaim>) => Effect.Effect<void, StoreError>
    /**
     * Records a result with its alerts; false when the lease has ended. A certificate that became invalid is checked
     * again after `confirmMs`.
     */
    readonly record: (
      claim: CertificateClaim,
      at: number,
      seen: SeenCertificate,
      confirmMs: number
    ) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/CertificateChecks") {}
