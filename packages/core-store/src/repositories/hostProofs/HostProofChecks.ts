import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** A host whose proof is due for a lookup. */
export interface HostProofClaim {
  /** Internal key of the account (bigint as text). */
  readonly accountKey: string
  /** Public id of the account, which the proof names. */
  readonly accountId: string
  readonly hostname: string
  readonly leaseToken: string
}

/** `unknown`: the lookup failed, so that nothing is known. */
export type HostProofFinding = "published" | "absent" | "unknown"

/** `stopped`: the record has been missing for so long that checks stop now. */
export type HostProofOutcome = HostProofFinding | "stopped" | "late"

/**
 * Proofs of hosts that monitors send requests to which may change something. A proof is looked up every day. When it
 * has been missing for 7 days, these requests stop, and the owner gets a notification.
 */
export class HostProofChecks extends Context.Service<
  HostProofChecks,
  {
    /** Leases up to `limit` due hosts for `leaseMs` each. Hosts without such monitors are taken off the schedule. */
    readonly claim: (limit: number, leaseMs: number) => Effect.Effect<ReadonlyArray<HostProofClaim>, StoreError>
    /** Releases unused leases: their hosts are due at once. */
    readonly release: (claims: ReadonlyArray<HostProofClaim>) => Effect.Effect<void, StoreError>
    /** Records what a lookup found. */
    readonly record: (claim: HostProofClaim, finding: HostProofFinding) => Effect.Effect<HostProofOutcome, StoreError>
    /** Records that a host was proven when a monitor was saved: stopped checks of it run again. */
    readonly confirm: (accountKey: string, hostname: string) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/HostProofChecks") {}
