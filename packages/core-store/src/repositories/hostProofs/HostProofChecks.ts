import type { StatusPageHostAddress } from "@mon/model"
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
  /** Whether a status page has it as its own host name. */
  readonly isOfPage: boolean
  readonly leaseToken: string
}

/** `unknown`: the lookup failed, so that nothing is known. */
export type HostProofFinding = "published" | "absent" | "unknown"

/** `stopped`: the record has been missing for so long that checks stop now. */
export type HostProofOutcome = HostProofFinding | "stopped" | "late"

/**
 * Proofs of hosts that monitors send requests to which may change something, and of own host names of status pages. A
 * proof is looked up every day. When it has been missing for 7 days, these requests stop, the owner gets a
 * notification, and a status page loses its host name.
 */
export class HostProofChecks extends Context.Service<
  HostProofChecks,
  {
    /** Leases up to `limit` due hosts for `leaseMs` each. Hosts that nothing needs are taken off the schedule. */
    readonly claim: (limit: number, leaseMs: number) => Effect.Effect<ReadonlyArray<HostProofClaim>, StoreError>
    /** Releases unused leases: their hosts are due at once. */
    readonly release: (claims: ReadonlyArray<HostProofClaim>) => Effect.Effect<void, StoreError>
    /** Records what a lookup found, and where the addresses of the host name of a page lead. */
    readonly record: (
      claim: HostProofClaim,
      finding: HostProofFinding,
      address?: StatusPageHostAddress | null
    ) => Effect.Effect<HostProofOutcome, StoreError>
    /**
     * Records that a host was found proven when somebody asked: stopped checks of it run again, and a status page gets
     * its host name.
     */
    readonly confirm: (accountKey: string, hostname: string) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/HostProofChecks") {}
