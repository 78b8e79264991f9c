import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { StoredCertificate } from "./certificateFacts.ts"

/** A monitor with an http URL whose host is due for a check its certificate. Times are milliseconds since the epoch. */
export interface CertificateClaim {
  /** Internal key (bigint as text). */
  readonly monitorKey: string
  readonly leaseToken: string
  readonly hostname: string
  readonly timeoutMs: number
  readonly claimedAt: number
}

/** What a check port 443 came to: no TLS there is an answer; nothing can be said of what could not be reached. */
export type SeenCertificate =
  | { readonly _tag: "Shown"; readonly ssl: StoredCertificate }
  | { readonly _tag: "NoTls" }
  | { readonly _tag: "Unknown" }

/** Checks port 443 for monitors whose URL is http; the others bring their certificate with every check. */
export class CertificateChecks extends Context.Service<
  CertificateChecks,
  {
    /** Leases up to `limit` due monitors for `leaseMs` each; none that is paused, or that redirects to https anyway. */
    readonly claim: (limit: number, leaseMs: number) => Effect.Effect<ReadonlyArray<CertificateClaim>, StoreError>
    /** Hands leases back unused: their monitors are due at once. */
    readonly release: (claims: ReadonlyArray<CertificateClaim>) => Effect.Effect<void, StoreError>
    /**
     * Records what was seen at a time, with its alerts; false when the lease is over. A certificate that turned bad is due
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
